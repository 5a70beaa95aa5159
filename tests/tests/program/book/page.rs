//! A page of Markdown into its blocks of code, as far as they say whether they can be run.
//!
//! | block | means |
//! |---|---|
//! | ` ```sh ` | commands, one per line; each ends with code 0, or as a comment behind it says: `# exit code 10` |
//! | ` ```console ` | the same behind `$ `, with what each prints below it |
//! | ` ```smt2 bug.smt2 ` | a file that the commands after it find in their folder |
//! | ` ```sh,no-run `, ` ```yaml,no-run ` | not run here; a comment on the line above says why: `<!-- not run: … -->` |
//!
//! Commands stand in no other block, and code is never set apart by spaces alone.

use std::path::{Path, PathBuf};

/// A page and its blocks of code, in order.
pub struct Page {
    /// Its path inside the project.
    pub path: PathBuf,
    pub blocks: Vec<Block>,
}

/// A block of code, as what is done with it.
pub enum Block {
    /// Run in order.
    Commands(Vec<Command>),
    /// Written under this name for the commands to come.
    File(String, String),
    /// Only shown.
    Shown,
}

/// A command as people type it.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    /// The line on which it begins, from 1.
    pub line: usize,
    pub text: String,
    pub code: i32,
    /// Text that it prints, where the page shows that.
    pub output: Option<String>,
}

/// The languages whose blocks hold commands.
const COMMANDS: [&str; 3] = ["sh", "console", "yaml"];
/// Those whose blocks hold none.
const DATA: [&str; 9] = ["text", "smt2", "antlr", "toml", "json", "rust", "xml", "csv", "markdown"];

impl Page {
    /// Reads a page, or says all that is wrong with its blocks.
    pub fn read(path: &Path, text: &str) -> Result<Self, Vec<String>> {
        let (mut blocks, mut wrong) = (Vec::new(), Vec::new());
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let place = format!("{}:{}", path.display(), at + 1);
            let is_apart = lines[at].starts_with("    ") && at > 0 && lines[at - 1].is_empty();
            if is_apart && !is_in_list(&lines[..at]) {
                wrong.push(format!("{place}: code that is set apart has a fence with a language"));
            }
            let Some(info) = lines[at].trim_start().strip_prefix("```") else {
                at += 1;
                continue;
            };
            // A longer fence may hold shorter ones.
            let longer = info.len() - info.trim_start_matches('`').len();
            let (info, fence) = (&info[longer..], "`".repeat(3 + longer));
            let length = lines[at + 1..].iter().take_while(|it| it.trim() != fence).count();
            let body = &lines[at + 1..at + 1 + length];
            let above = lines[..at].iter().rev().find(|line| !line.is_empty());
            match block(info, above.copied().unwrap_or_default(), at + 2, body) {
                Ok(block) => blocks.push(block),
                Err(reason) => wrong.push(format!("{place}: {reason}")),
            }
            at += length + 2;
        }
        if wrong.is_empty() { Ok(Self { path: path.to_owned(), blocks }) } else { Err(wrong) }
    }

    /// The commands that are run.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Commands(commands) => commands.as_slice(),
            Block::File(..) | Block::Shown => &[],
        })
    }
}

/// Whether the paragraph before is an item of a list, whose later paragraphs are indented too.
fn is_in_list(before: &[&str]) -> bool {
    let item = before.iter().rev().find(|line| !line.is_empty() && !line.starts_with(' '));
    item.is_some_and(|line| {
        line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn block(info: &str, above: &str, first: usize, body: &[&str]) -> Result<Block, String> {
    let (language, file) = info.split_once(' ').unwrap_or((info, ""));
    let (language, is_run) = match language.strip_suffix(",no-run") {
        Some(language) => (language, false),
        None => (language, true),
    };
    if !is_run {
        let is_told = above.starts_with("<!-- not run: ") && above.ends_with("-->");
        return if is_told && COMMANDS.contains(&language) {
            Ok(Block::Shown)
        } else {
            Err("`<!-- not run: … -->` above a block of commands says why it is not run".into())
        };
    }
    match language {
        "sh" => Ok(Block::Commands(commands(first, body))),
        "console" => Ok(Block::Commands(transcript(first, body)?)),
        _ if !DATA.contains(&language) => Err(format!(
            "a block of `{language}` is neither run nor marked: write sh, console, one of {DATA:?}, or `{language},no-run` with a reason"
        )),
        _ if body.iter().any(|line| line.starts_with("etude ") || line.starts_with("cargo ")) => {
            Err(format!("commands in a block of {language} are not run: write sh or console"))
        }
        _ if file.is_empty() => Ok(Block::Shown),
        _ => Ok(Block::File(file.to_owned(), body.join("\n") + "\n")),
    }
}

/// Commands alone, each of which may go on behind a `\`.
fn commands(first: usize, body: &[&str]) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for (line, text) in (first..).zip(body) {
        if let Some(last) = commands.last_mut().filter(|_| goes_on) {
            last.text = format!("{}\n{text}", last.text);
        } else if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
            commands.push(Command { line, text: (*text).to_owned(), code: 0, output: None });
        }
        goes_on = text.ends_with('\\');
    }
    for command in &mut commands {
        command.code = code(&command.text);
    }
    commands
}

/// Commands behind `$ `, each with what it prints.
fn transcript(first: usize, body: &[&str]) -> Result<Vec<Command>, String> {
    let mut found: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for (line, text) in (first..).zip(body) {
        match (text.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                found.push(Command { line, text: command.to_owned(), code: 0, output: None });
                goes_on = text.ends_with('\\');
            }
            (None, Some(last)) if goes_on => {
                last.text = format!("{}\n{text}", last.text);
                goes_on = text.ends_with('\\');
            }
            (None, Some(last)) => {
                let output = last.output.get_or_insert_default();
                output.push_str(text);
                output.push('\n');
            }
            (None, None) => return Err("a transcript begins with `$ `".into()),
        }
    }
    for command in &mut found {
        command.code = code(&command.text);
    }
    Ok(found)
}

/// The code that a comment behind a command announces.
fn code(command: &str) -> i32 {
    let announced =
        command.rsplit_once(" # ").and_then(|(_, remark)| remark.split_once("exit code "));
    announced.map_or(0, |(_, code)| {
        let digits: String = code.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number behind `exit code`")
    })
}

#[test]
fn blocks_say_what_is_done_with_them() {
    let read = |text: &str| Page::read(Path::new("page.md"), text);
    let page = read(
        "```smt2 a.smt2\n(check-sat)\n```\n\n```sh\n# a remark\netude x \\\n  --y   # it finds: exit code 10\n\nls\n```\n\
         \n```console\n$ etude z\none\n$ etude w\n```\n\n<!-- not run: no time -->\n```sh,no-run\netude v\n```\n",
    );
    let Ok(page) = page else { panic!("it is right") };
    let command = |line, text: &str, code, output: Option<&str>| Command {
        line,
        text: text.into(),
        code,
        output: output.map(Into::into),
    };
    let expected = [
        command(7, "etude x \\\n  --y   # it finds: exit code 10", 10, None),
        command(10, "ls", 0, None),
        command(14, "etude z", 0, Some("one\n")),
        command(16, "etude w", 0, None),
    ];
    assert!(page.commands().eq(&expected), "{:#?}", page.commands().collect::<Vec<_>>());
    assert!(
        matches!(&page.blocks[0], Block::File(name, text) if name == "a.smt2" && text == "(check-sat)\n")
    );
    for wrong in [
        "```\netude x\n```\n",
        "```text\netude x\n```\n",
        "```sh,no-run\netude x\n```\n",
        "```yaml\nrun: etude x\n```\n",
        "```console\netude x\n```\n",
        "text\n\n    etude x\n",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    assert!(read("- item\n\n    more of it\n").is_ok());
}
