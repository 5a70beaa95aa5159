//! A `Grammar` as indented lines. The text in `‹›` is what the item's span covers.

use grammar_compiler::grammar::{
    Alternative, Atom, Element, Grammar, NotItem, OptionEntry, Prequel, Repeat, Rule, Span, Spanned,
};

/// The whole grammar.
pub fn dump(grammar: &Grammar, text: &str) -> String {
    let mut dump = Dump { text, out: String::new(), depth: 0 };
    dump.line(&format!("{:?} {}", grammar.kind, dump.name(&grammar.name)));
    for prequel in &grammar.prequels {
        dump.prequel(prequel);
    }
    for rule in &grammar.rules {
        dump.rule(rule);
    }
    dump.out
}

struct Dump<'t> {
    text: &'t str,
    out: String,
    depth: usize,
}

impl Dump<'_> {
    fn prequel(&mut self, prequel: &Prequel) {
        let line = match prequel {
            Prequel::Options(options) => format!("options{}", self.options(options)),
            Prequel::Import { names, span } => {
                format!("import {} {}", self.names(names), self.source(span))
            }
            Prequel::Tokens(names) => format!("tokens {}", self.names(names)),
            Prequel::Channels(names) => format!("channels {}", self.names(names)),
            Prequel::Action(span) => format!("action {}", self.source(span)),
        };
        self.line(&line);
    }

    fn rule(&mut self, rule: &Rule) {
        let fragment = if rule.fragment { " fragment" } else { "" };
        let mode =
            rule.mode.as_ref().map_or(String::new(), |mode| format!(" mode {}", self.name(mode)));
        let options = self.options(&rule.options);
        let name = self.name(&rule.name);
        self.line(&format!("{:?} rule {name}{fragment}{mode}{options}", rule.kind));
        self.depth += 1;
        for action in &rule.actions {
            self.line(&format!("ignores {}", self.source(action)));
        }
        self.alternatives(&rule.alternatives);
        self.depth -= 1;
    }

    fn alternatives(&mut self, alternatives: &[Alternative]) {
        for alternative in alternatives {
            let mut line = vec![format!("| {}", self.source(&alternative.span))];
            line.push(self.options(&alternative.options));
            for command in &alternative.commands {
                let argument = command.argument.iter().map(|it| format!("({})", self.name(it)));
                line.push(format!(" -> {}", self.name(&command.name)));
                line.extend(argument);
            }
            line.extend(alternative.label.iter().map(|label| format!(" # {}", self.name(label))));
            self.line(&line.concat());
            self.depth += 1;
            for element in &alternative.elements {
                self.element(element);
            }
            self.depth -= 1;
        }
    }

    fn element(&mut self, element: &Element) {
        let repeat = match element.repeat {
            None => "",
            Some(Repeat::Optional) => " ?",
            Some(Repeat::Star) => " *",
            Some(Repeat::Plus) => " +",
        };
        let atom = match &element.atom {
            Atom::Literal(literal) => format!("literal {literal:?}"),
            Atom::Reference(name) => format!("reference {}", self.name(name)),
            Atom::Set(set) => format!("set {set}"),
            Atom::Range(first, last) => format!("range {first:?} {last:?}"),
            Atom::Not(items) => {
                let items: Vec<String> = items.iter().map(|item| self.not_item(item)).collect();
                format!("not {}", items.join(", "))
            }
            Atom::Wildcard => "any".to_owned(),
            Atom::Group(_) => "group".to_owned(),
            Atom::Action => "action".to_owned(),
            Atom::Predicate => "predicate".to_owned(),
        };
        let options = self.options(&element.options);
        self.line(&format!("{atom}{repeat}{options} {}", self.source(&element.span)));
        if let Atom::Group(alternatives) = &element.atom {
            self.depth += 1;
            self.alternatives(alternatives);
            self.depth -= 1;
        }
    }

    fn not_item(&self, item: &NotItem) -> String {
        match item {
            NotItem::Literal(literal) => format!("literal {literal:?}"),
            NotItem::Reference(name) => format!("reference {}", self.name(name)),
            NotItem::Set(set) => format!("set {set}"),
            NotItem::Range(first, last) => format!("range {first:?} {last:?}"),
        }
    }

    fn options(&self, options: &[OptionEntry]) -> String {
        let entry = |option: &OptionEntry| {
            let (key, value) = (self.name(&option.key), &option.value);
            format!(" <{key} = {:?} {}>", value.value, self.source(&value.span))
        };
        options.iter().map(entry).collect::<Vec<_>>().concat()
    }

    fn names(&self, names: &[Spanned<String>]) -> String {
        names.iter().map(|name| self.name(name)).collect::<Vec<_>>().join(", ")
    }

    /// A name, whose span must cover exactly that name.
    fn name(&self, name: &Spanned<String>) -> String {
        assert_eq!(self.text[name.span.clone()], name.value);
        name.value.clone()
    }

    /// Returns the text that a span covers, on one line. No span has blanks at its ends.
    fn source(&self, span: &Span) -> String {
        let source = &self.text[span.clone()];
        assert_eq!(source, source.trim());
        format!("‹{}›", source.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn line(&mut self, line: &str) {
        self.out += &"  ".repeat(self.depth);
        self.out += line;
        self.out += "\n";
    }
}
