//! Names to rules: what is undefined, defined twice, or not supported is said here.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostic;
use crate::grammar::{
    Alternative, Atom, Element, Grammar, GrammarKind, NotItem, OptionEntry, Prequel, Rule,
    RuleKind, Span, Spanned, Unread,
};

/// The rules of a grammar by name, and where to start. `start` is where to begin in most grammars.
#[derive(Debug)]
pub struct Resolved<'a> {
    /// The grammar itself.
    pub grammar: &'a Grammar,
    /// The place of each rule; of a rule that is defined twice, the first.
    pub rules: BTreeMap<&'a str, usize>,
    /// The place of the start rule.
    pub start: Option<usize>,
    /// The places of rules that are in use though the start rule may not lead to them: their
    /// text is thrown away, they stand twice, a rule with an error may mean them, or another
    /// start was asked for.
    pub used: BTreeSet<usize>,
}

impl<'a> Resolved<'a> {
    /// Resolves every name, or says why not.
    pub fn new(
        grammar: &'a Grammar,
        start: Option<&str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let (mut rules, mut used) = (BTreeMap::new(), BTreeSet::new());
        for (place, rule) in grammar.rules.iter().enumerate() {
            let name = rule.name.value.as_str();
            if is_hidden(rule) {
                used.insert(place);
            }
            if let Some(&first) = rules.get(name) {
                used.insert(place);
                let first: &Rule = &grammar.rules[first];
                diagnostics.push(
                    Diagnostic::error(
                        rule.name.span.clone(),
                        format!("rule `{name}` is defined twice"),
                    )
                    .label("another definition")
                    .note(first.name.span.clone(), "the first definition")
                    .hint("rename one of them, or make both one rule with `|`"),
                );
            } else {
                rules.insert(name, place);
            }
        }
        if start.is_some() {
            // Who asks for a rule asks for no other.
            used.extend(0..grammar.rules.len());
        }
        let words = grammar.unread.iter().flat_map(|rule| &rule.words);
        used.extend(words.filter_map(|word| rules.get(word.as_str())));
        let mut resolved = Self { grammar, rules, start: None, used };
        resolved.start = resolved.find_start(start, diagnostics);
        let mut visitor = Visitor::new(&resolved, diagnostics);
        visitor.visit();
        let meant = visitor.meant;
        resolved.used.extend(meant);
        resolved
    }

    /// The rule that was asked for; else the one called `start`; else the first parser rule.
    fn find_start(&self, asked: Option<&str>, diagnostics: &mut Vec<Diagnostic>) -> Option<usize> {
        let header = || self.grammar.name.span.clone();
        if let Some(name) = asked {
            if !self.rules.contains_key(name) && !self.is_unread(name) {
                let message = format!("there is no rule `{name}` to start with");
                let diagnostic = Diagnostic::error(header(), message)
                    .label("in this grammar")
                    .hint("name one of its rules, or none: then `start` or the first parser rule");
                diagnostics.push(with_nearest(diagnostic, name, self.rules.keys().copied()));
            }
            return self.rules.get(name).copied();
        }
        if self.grammar.kind == GrammarKind::Lexer {
            let message = "a lexer grammar has no start rule, so it has no formulas";
            diagnostics.push(
                Diagnostic::error(header(), message).label("a lexer grammar").hint(
                    "put its rules into a combined grammar, `grammar …;`, with a parser rule",
                ),
            );
            return None;
        }
        let first_parser_rule =
            || self.grammar.rules.iter().position(|r| r.kind == RuleKind::Parser);
        let start = self.rules.get("start").copied().or_else(first_parser_rule);
        let is_parser_rule = |rule: &Unread| {
            rule.name.as_ref().is_none_or(|name| !name.starts_with(char::is_uppercase))
        };
        if start.is_none() && !self.grammar.unread.iter().any(is_parser_rule) {
            diagnostics.push(
                Diagnostic::error(header(), "the grammar has no start rule")
                    .label("no parser rule in this grammar")
                    .hint("add one: a rule called `start`, or any whose name begins with a small letter"),
            );
        }
        start
    }

    fn is_unread(&self, name: &str) -> bool {
        self.grammar.unread.iter().any(|rule| rule.name.as_deref() == Some(name))
    }
}

/// White space, comments and beginnings of other tokens are meant for no rule to use.
fn is_hidden(rule: &Rule) -> bool {
    let hides = |name: &str| matches!(name, "skip" | "channel" | "type" | "more");
    rule.alternatives.iter().any(|a| a.commands.iter().any(|c| hides(&c.name.value)))
}

/// The diagnostic with a hint at the nearest of the known names, if one is near.
fn with_nearest<'n>(
    diagnostic: Diagnostic,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    match nearest(name, known) {
        Some(nearest) => diagnostic.hint(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}

/// The known name most like `name`, if any is like it at all.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let alike = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    known
        .map(|other| (alike(other), other))
        .filter(|(alike, _)| *alike > 0.75)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, other)| other)
}

struct Visitor<'a, 'g> {
    resolved: &'a Resolved<'g>,
    diagnostics: &'a mut Vec<Diagnostic>,
    actions: Vec<Span>,
    /// The rules that undefined names are most like, and those after `~`.
    meant: BTreeSet<usize>,
    /// Whether rules may be, and tokens may be, in files that are not read.
    elsewhere: Elsewhere,
}

/// References of a grammar to other files.
#[derive(Default)]
struct Elsewhere {
    rules: bool,
    tokens: bool,
}

impl<'a, 'g> Visitor<'a, 'g> {
    fn new(resolved: &'a Resolved<'g>, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        let (actions, meant) = (Vec::new(), BTreeSet::new());
        Self { resolved, diagnostics, actions, meant, elsewhere: Elsewhere::default() }
    }

    fn visit(&mut self) {
        for prequel in &self.resolved.grammar.prequels {
            self.visit_prequel(prequel);
        }
        let mut mode: Option<&str> = None;
        for rule in &self.resolved.grammar.rules {
            if let Some(named) = &rule.mode
                && mode != Some(&named.value)
            {
                mode = Some(&named.value);
                self.refuse(
                    named.span.clone(),
                    "lexer modes",
                    "the rules below apply in this mode only",
                    "move them above, and write each token as one rule",
                );
            }
            self.actions.extend(rule.actions.iter().cloned());
            self.visit_options(&rule.options);
            for alternative in &rule.alternatives {
                self.visit_alternative(alternative);
            }
        }
        self.warn_of_actions();
    }

    fn visit_prequel(&mut self, prequel: &Prequel) {
        match prequel {
            Prequel::Options(options) => self.visit_options(options),
            Prequel::Import { span, .. } => {
                self.elsewhere.rules = true;
                self.refuse(
                    span.clone(),
                    "imports",
                    "the imported rules are not here",
                    "copy the rules of the other grammar into this file",
                );
            }
            Prequel::Action(span) => self.actions.push(span.clone()),
            Prequel::Tokens(_) | Prequel::Channels(_) => {}
        }
    }

    fn visit_options(&mut self, options: &[OptionEntry]) {
        for option in options {
            if option.key.value == "tokenVocab" {
                let span = option.key.span.start..option.value.span.end;
                self.elsewhere.tokens = true;
                self.refuse(
                    span,
                    "`tokenVocab`",
                    "the token rules are in another file",
                    "copy them into this file, and open it with `grammar …;`",
                );
            }
        }
    }

    fn visit_alternative(&mut self, alternative: &Alternative) {
        for element in &alternative.elements {
            self.visit_element(element);
        }
        for command in &alternative.commands {
            let span = command.name.span.clone();
            match command.name.value.as_str() {
                "skip" | "channel" | "type" => {}
                "mode" | "pushMode" | "popMode" => {
                    self.refuse(
                        span,
                        "lexer modes",
                        "this command changes the mode",
                        "write what stands in the other mode as part of one token",
                    );
                }
                "more" => self.refuse(
                    span,
                    "`more`",
                    "the token goes on in another rule",
                    "write the whole token as one rule",
                ),
                other => self.diagnostics.push(
                    Diagnostic::error(span, format!("there is no lexer command `{other}`")).hint(
                        "the commands are skip, channel, type, mode, pushMode, popMode, more",
                    ),
                ),
            }
        }
    }

    fn visit_element(&mut self, element: &Element) {
        if let Some(option) = element.options.iter().find(|option| option.key.value == "cost") {
            let message = "`cost` belongs to an alternative, not to an element";
            self.diagnostics.push(
                Diagnostic::error(option.key.span.clone(), message)
                    .hint("write it at the beginning of the alternative: `| <cost=2> …`"),
            );
        }
        match &element.atom {
            Atom::Reference(name) => self.visit_reference(name),
            Atom::Group(alternatives) => {
                for alternative in alternatives {
                    self.visit_alternative(alternative);
                }
            }
            Atom::Not(items) => {
                for item in items {
                    if let NotItem::Reference(name) = item {
                        self.visit_reference(name);
                        // Its characters are left out, so no tree holds the rule itself.
                        self.meant.extend(self.resolved.rules.get(name.value.as_str()));
                    }
                }
            }
            Atom::Action => self.actions.push(element.span.clone()),
            Atom::Predicate => {
                self.refuse(
                    element.span.clone(),
                    "predicates",
                    "code decides here what the language is",
                    "take it away if the texts that it forbids may be formulas too",
                );
            }
            Atom::Literal(_) | Atom::Set(_) | Atom::Range(..) | Atom::Wildcard => {}
        }
    }

    fn visit_reference(&mut self, name: &Spanned<String>) {
        let known = &self.resolved.rules;
        let is_known = name.value == "EOF" || known.contains_key(name.value.as_str());
        // What is elsewhere, or could not be read, has been complained of.
        let is_token = name.value.starts_with(char::is_uppercase);
        let is_elsewhere = self.elsewhere.rules || (self.elsewhere.tokens && is_token);
        if is_known || is_elsewhere || self.resolved.is_unread(&name.value) {
            return;
        }
        let declared = self.resolved.grammar.prequels.iter().any(
            |prequel| matches!(prequel, Prequel::Tokens(names) if names.iter().any(|n| n.value == name.value)),
        );
        self.diagnostics.push(if declared {
            Diagnostic::error(name.span.clone(), format!("token `{}` has no rule", name.value))
                .label("nothing says what its text is")
                .hint(format!("add a lexer rule, `{} : … ;`", name.value))
        } else {
            let message = format!("rule `{}` is not defined", name.value);
            let diagnostic = Diagnostic::error(name.span.clone(), message).label("not defined");
            let diagnostic = diagnostic.hint(format!("define it: `{} : … ;`", name.value));
            self.meant.extend(nearest(&name.value, known.keys().copied()).map(|n| known[n]));
            with_nearest(diagnostic, &name.value, known.keys().copied())
        });
    }

    fn refuse(&mut self, span: Span, what: &str, why: &str, hint: &str) {
        let message = format!("{what} are not supported yet");
        let message =
            if what.starts_with('`') { message.replace(" are ", " is ") } else { message };
        self.diagnostics.push(Diagnostic::error(span, message).label(why).hint(hint));
    }

    /// Actions are many in some grammars, so all of them make one warning.
    fn warn_of_actions(&mut self) {
        const SHOWN: usize = 4;
        let Some((first, rest)) = self.actions.split_first() else { return };
        let message = match rest.len() {
            0 => "an action is ignored".to_owned(),
            more => format!("{} actions are ignored", more + 1),
        };
        let warning = Diagnostic::warning(first.clone(), message)
            .label("code does not change which texts the grammar has")
            .hint("nothing need be done, unless the code was meant to forbid texts");
        let warning = rest
            .iter()
            .take(SHOWN)
            .fold(warning, |warning, span| warning.note(span.clone(), "ignored"));
        self.diagnostics.push(warning);
    }
}
