"""A solver's Python module as a program: python3 -c THIS NAME FOLDER [OPTIONS] [FILE | -]

Reads an SMT-LIB script command by command and prints what the solver's program would print,
each answer as soon as its command was read. Exit codes: 0, 1 after an error, 2 where the module
cannot be used.
"""

import os
import re
import sys


def main():
    name, folder, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    sys.path.insert(0, folder)
    try:
        module = __import__(name)
    except ImportError as error:
        fail(
            f"the module {name} in {folder} does not fit Python {sys.version.split()[0]}, which is "
            f"what `python3` is here ({error}): install {name} by the pip of this Python, or "
            f"another release of it"
        )
    solver = {"bitwuzla": Bitwuzla, "cvc5": Cvc5}[name](module)
    if "--version" in words:
        say(f"This is {name} version {solver.version()}\n")
        return 0
    try:
        file = solver.configure(words)
    except Exception as error:
        sys.stderr.write(refusal(str(error)))
        return 1
    descriptor = 0
    if file is not None:
        try:
            descriptor = os.open(file, os.O_RDONLY)
        except OSError as error:
            fail(f"cannot read {file}: {error.strerror}")
    place = "<stdin>" if file is None else file
    code = 0
    for text, line, column in commands(lambda: os.read(descriptor, 1 << 16)):
        try:
            is_going_on = solver.execute(text)
        except Exception as error:
            say(refusal(f"Parse Error: {place}:{line}.{column}: {error}"))
            is_going_on, code = solver.goes_on, 1
        if not is_going_on:
            break
    sys.stdout.flush()
    # The system frees the solver's memory faster.
    os._exit(code or solver.code)


def commands(read):
    """The commands of a script, with the line and the column where each begins."""
    parts = re.compile(rb'[()]|"[^"]*"?|\|[^|]*\|?|;[^\n]*\n?|\s+|[^()"|;\s]+')
    rest, line, column = b"", 1, 1
    command, depth, start = [], 0, None
    is_open = True
    while is_open:
        chunk = read()
        is_open = chunk != b""
        rest += chunk
        end = 0
        for match in parts.finditer(rest):
            part, kind = match.group(), match.group()[:1]
            # Only a parenthesis is complete whatever follows it.
            if match.end() == len(rest) and is_open and kind not in (b"(", b")"):
                break
            end = match.end()
            if depth == 0 and (part.isspace() or kind == b";"):
                pass
            else:
                start = start or (line, column)
                command.append(part)
                depth += {b"(": 1, b")": -1}.get(kind, 0)
                if depth <= 0:
                    yield b"".join(command).decode("utf-8", "replace"), *start
                    command, depth, start = [], 0, None
            newlines = part.count(b"\n")
            line += newlines
            column = len(part) - part.rfind(b"\n") if newlines else column + len(part)
        rest = rest[end:]
    if command:
        yield b"".join(command).decode("utf-8", "replace"), *start


class Cvc5:
    """cvc5 before it had a C interface."""

    def __init__(self, module):
        if not hasattr(module, "InputParser"):
            fail("this release of cvc5 cannot read scripts: the first that can is 1.0.9")
        self.module = module
        self.settings = []
        self.goes_on = False
        self.code = 0

    def version(self):
        version = self.module.Solver().getVersion()
        return version.decode() if isinstance(version, bytes) else version

    def configure(self, words):
        """Reads the words; gives the script's file, or None for standard input."""
        solver, files, words = self.module.Solver(), [], iter(words)
        short = {"-i": "--incremental", "-m": "--produce-models", "-q": "--verbosity=-1"}
        for word in words:
            word = short.get(word, word)
            if not word.startswith("--"):
                if word.startswith("-") and word != "-":
                    raise ValueError(f"option {word} is not known to this host of cvc5")
                files.append(word)
                continue
            name, is_given, value = word[2:].partition("=")
            if name in ("interactive", "no-interactive"):
                self.goes_on = name == "interactive"
                continue
            if not is_given:
                is_off = name.startswith("no-")
                switch = name[3:] if is_off else name
                if name != "lang" and solver.getOption(switch) in ("true", "false"):
                    name, value = switch, "false" if is_off else "true"
                else:
                    value = next(words, None)
                    if value is None:
                        raise ValueError(f"option --{name} wants a value")
            if name in ("lang", "input-language"):
                if value not in ("smt2", "smt2.6", "smtlib2", "smtlib2.6"):
                    raise ValueError(f"only scripts in SMT-LIB are read, not {value}")
                continue
            if name == "tlimit" or name.startswith(("dump-", "stats", "show-", "parse-only")):
                raise ValueError(f"option --{name} works in cvc5's own program only")
            self.settings.append((name, value))
        if len(files) > 1:
            raise ValueError("too many input files: there can be one")
        self.reset()
        return None if files in ([], ["-"]) else files[0]

    def reset(self):
        self.parser = self.symbols = self.solver = None
        self.solver = self.module.Solver()
        for name, value in [("output-language", "smt2"), ("incremental", "false"), *self.settings]:
            self.solver.setOption(name, value)
        self.symbols = self.module.SymbolManager(self.solver)
        self.parser = self.module.InputParser(self.solver, self.symbols)

    def execute(self, text):
        language = self.module.InputLanguage.SMT_LIB_2_6
        self.parser.setStringInput(language, text, "<stdin>")
        command = self.parser.nextCommand()
        if command.isNull():
            return True
        name = command.getCommandName()
        if name == "exit":
            return False
        if name == "reset":
            command = None
            self.reset()
            return True
        answer = command.invoke(self.solver, self.symbols)
        say(answer)
        if answer.startswith("(error ") and not name.startswith(("get-", "block-model")):
            self.code = 1
            return self.goes_on
        return True


class Bitwuzla:
    """Bitwuzla, whose parser prints by itself."""

    def __init__(self, module):
        self.module = module
        self.goes_on = False
        self.code = 0

    def version(self):
        return self.module.version()

    def configure(self, words):
        """Reads the words; gives the script's file, or None for standard input."""
        self.options = self.module.Options()
        files, words = [], iter(words)
        for word in words:
            if not word.startswith("-") or word == "-":
                files.append(word)
                continue
            if word in ("--interactive", "--no-interactive", "-q"):
                self.goes_on = self.goes_on if word == "-q" else word == "--interactive"
                continue
            try:
                self.options.set_args(word)
            except Exception:
                # It may be one whose value is the next word.
                value = next(words, None)
                if value is None or "=" in word:
                    raise
                self.options.set_args(word, value)
        if len(files) > 1:
            raise ValueError("too many input files: there can be one")
        self.reset()
        return None if files in ([], ["-"]) else files[0]

    def reset(self):
        self.parser = None
        self.parser = self.module.Parser(self.module.TermManager(), self.options)
        # The solver is made, and its options are fixed, at the end of the first text that is
        # parsed. So what sets options is held back until another command follows.
        self.preamble = ""
        self.is_dead = False

    def execute(self, text):
        name = re.match(r"\(\s*([^\s()]*)", text)
        name = name and name.group(1)
        if name == "exit":
            return False
        if name == "reset":
            self.reset()
            return True
        if self.preamble is not None and name in ("set-logic", "set-option", "set-info"):
            self.preamble += text
            return True
        if name == "echo" and self.is_dead:
            # Whoever waits for this word waits for the end of a script that failed.
            say(text[text.find('"') + 1 : text.rfind('"')] + "\n")
            return True
        text, self.preamble = (self.preamble or "") + text, None
        try:
            self.parser.parse(text, False, False)
        except self.module.BitwuzlaException as error:
            # A parser that met an error repeats it for ever.
            self.is_dead = True
            # Its place is one in the text of this command.
            raise ValueError(re.sub(r"^<string>:\d+:\d+: ", "", str(error))) from None
        return True


def refusal(message):
    return '(error "' + message.replace('"', '""') + '")\n'


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def fail(message):
    sys.stderr.write(f"error: {message}\n")
    sys.exit(2)


try:
    sys.exit(main())
except BrokenPipeError:
    os._exit(0)
