//! pest's syntax tree of one statement → the AST.
//!
//! Matches here mirror `antlr.pest`: what a node cannot hold is passed over.

use super::characters::Characters;
use super::code_points::{range, surrogate_warning};
use super::syntax::{Node, Pair};
use crate::diagnostic::Diagnostic;
use crate::grammar::{
    Alternative, Atom, Command, Element, Grammar, GrammarKind, NotItem, OptionEntry, Prequel,
    Repeat, Rule, RuleKind, Span, Spanned,
};
use feat_runtime::CharSet;

/// Builds what stands in one statement.
pub(super) struct Builder<'d> {
    /// Offset of the statement in the file: pest counts from there.
    base: usize,
    /// The kind of the rule being built.
    kind: RuleKind,
    /// Code met on the way.
    actions: Vec<Span>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Content of a statement.
pub(super) enum Statement {
    Prequel(Prequel),
    Mode(Spanned<String>),
    Rule(Rule),
}

impl<'d> Builder<'d> {
    pub(super) fn new(base: usize, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        Self { base, kind: RuleKind::Parser, actions: Vec::new(), diagnostics }
    }

    /// `grammar X;` as a grammar without rules.
    pub(super) fn header(&self, pair: Pair) -> Option<Grammar> {
        let mut kind = GrammarKind::Combined;
        let mut name = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Node::word_lexer => kind = GrammarKind::Lexer,
                Node::word_parser => kind = GrammarKind::Parser,
                Node::name => name = Some(self.text(&part)),
                _ => {}
            }
        }
        Some(Grammar {
            kind,
            name: name?,
            prequels: Vec::new(),
            rules: Vec::new(),
            unread: Vec::new(),
        })
    }

    /// A statement below the header.
    pub(super) fn statement(self, pair: Pair) -> Option<Statement> {
        let span = self.span(&pair);
        let prequel = match pair.as_rule() {
            Node::grammar_rule => return self.rule(pair).map(Statement::Rule),
            Node::mode => {
                let name = self.texts(pair, Node::name).pop()?;
                return Some(Statement::Mode(name));
            }
            Node::options => Prequel::Options(self.options(pair)),
            Node::tokens => Prequel::Tokens(self.texts(pair, Node::name)),
            Node::channels => Prequel::Channels(self.texts(pair, Node::name)),
            Node::import => {
                let imported = pair.into_inner().filter(|part| part.as_rule() == Node::imported);
                // In `b=C` the last name is the grammar's.
                let names = imported.filter_map(|part| part.into_inner().last());
                Prequel::Import { names: names.map(|name| self.text(&name)).collect(), span }
            }
            _ => Prequel::Action(span),
        };
        Some(Statement::Prequel(prequel))
    }

    fn rule(mut self, pair: Pair) -> Option<Rule> {
        let span = self.span(&pair);
        let (mut name, mut fragment) = (None, false);
        let (mut options, mut alternatives) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Node::word_fragment => fragment = true,
                Node::name => {
                    if part.as_str().starts_with(char::is_uppercase) {
                        self.kind = RuleKind::Lexer;
                    }
                    name = Some(self.text(&part));
                }
                Node::options => options.extend(self.options(part)),
                Node::alternatives => alternatives = self.alternatives(part),
                Node::arguments
                | Node::returns
                | Node::locals
                | Node::throws
                | Node::rule_action
                | Node::catch
                | Node::finally => self.actions.push(self.span(&part)),
                _ => {}
            }
        }
        let (kind, actions) = (self.kind, self.actions);
        Some(Rule { name: name?, kind, fragment, mode: None, options, actions, alternatives, span })
    }

    fn alternatives(&mut self, pair: Pair) -> Vec<Alternative> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Node::alternative)
            .map(|part| self.alternative(part))
            .collect()
    }

    fn alternative(&mut self, pair: Pair) -> Alternative {
        let place = self.span(&pair).start;
        let (mut elements, mut commands) = (Vec::new(), Vec::new());
        let (mut label, mut options) = (None, Vec::new());
        let mut span: Option<Span> = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Node::element_options => options = self.options(part),
                Node::element => {
                    let start = span.map_or(self.span(&part).start, |span| span.start);
                    span = Some(start..self.element_span(&part).end);
                    elements.extend(self.element(part));
                }
                Node::commands => commands = self.commands(part),
                Node::alternative_label => {
                    label = self.texts(part, Node::name).pop();
                }
                _ => {}
            }
        }
        Alternative { elements, label, options, commands, span: span.unwrap_or(place..place) }
    }

    fn commands(&self, pair: Pair) -> Vec<Command> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Node::command)
            .filter_map(|command| {
                let mut parts = command.into_inner();
                let name = self.text(&parts.next()?);
                Some(Command { name, argument: parts.next().map(|part| self.text(&part)) })
            })
            .collect()
    }

    /// The span of an element without its label and without blanks at its end, which pest
    /// takes in while it looks for a suffix.
    fn element_span(&self, pair: &Pair) -> Span {
        let mut parts = pair.clone().into_inner().filter(|part| part.as_rule() != Node::label);
        let first = parts.next().map_or(self.span(pair), |part| self.span(&part));
        first.start..parts.last().map_or(first.end, |part| self.span(&part).end)
    }

    /// One element, or nothing if its characters are wrong, which is reported.
    fn element(&mut self, pair: Pair) -> Option<Element> {
        let span = self.element_span(&pair);
        let (mut atom, mut repeat, mut options) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Node::label => {}
                Node::element_options => options = self.options(part),
                Node::suffix => {
                    repeat = Some(match part.as_str().as_bytes()[0] {
                        b'?' => Repeat::Optional,
                        b'*' => Repeat::Star,
                        _ => Repeat::Plus,
                    });
                }
                _ => atom = self.atom(part),
            }
        }
        Some(Element { atom: atom?, repeat, options, span })
    }

    fn atom(&mut self, pair: Pair) -> Option<Atom> {
        Some(match pair.as_rule() {
            Node::predicate => Atom::Predicate,
            Node::action => Atom::Action,
            Node::wildcard => Atom::Wildcard,
            Node::group => {
                let (heads, bodies) = pair
                    .into_inner()
                    .partition::<Vec<_>, _>(|part| part.as_rule() == Node::rule_action);
                self.actions.extend(heads.iter().map(|part| {
                    self.base + part.as_span().start()..self.base + part.as_span().end()
                }));
                let body = bodies.into_iter().find(|part| part.as_rule() == Node::alternatives)?;
                Atom::Group(self.alternatives(body))
            }
            Node::not => {
                let items = pair.into_inner().filter(|part| part.as_rule() == Node::not_item);
                // Every item is read, so that every error is found.
                let items: Vec<_> = items.map(|item| self.not_item(item)).collect();
                Atom::Not(items.into_iter().collect::<Option<_>>()?)
            }
            _ => match self.item(pair)? {
                NotItem::Literal(text) => Atom::Literal(text),
                NotItem::Reference(name) => Atom::Reference(name),
                NotItem::Set(set) => Atom::Set(set),
                NotItem::Range(first, last) => Atom::Range(first, last),
            },
        })
    }

    fn not_item(&mut self, pair: Pair) -> Option<NotItem> {
        self.item(pair.into_inner().next()?)
    }

    /// Builds what can stand both alone and after `~`.
    fn item(&mut self, pair: Pair) -> Option<NotItem> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Node::literal => self.characters(&pair).literal().map(NotItem::Literal),
            Node::range => self.range(pair),
            Node::set => {
                if self.kind == RuleKind::Parser {
                    self.diagnostics.push(set_in_parser_rule(span));
                    return None;
                }
                self.characters(&pair).set().map(NotItem::Set)
            }
            Node::reference => {
                let mut parts = pair.into_inner();
                let name = parts.next().map(|name| self.text(&name));
                self.actions.extend(parts.next().map(|arguments| self.span(&arguments)));
                name.map(NotItem::Reference)
            }
            _ => Some(NotItem::Reference(self.text(&pair))),
        }
    }

    fn range(&mut self, pair: Pair) -> Option<NotItem> {
        let span = self.span(&pair);
        let mut ends = pair.into_inner();
        let (first, last) = (ends.next()?, ends.next()?);
        let (first, last) = (self.characters(&first).single(), self.characters(&last).single());
        let Some(range) = range(first?, last?) else {
            let error = Diagnostic::error(span, "this range is empty: its ends are swapped");
            self.diagnostics.push(error);
            return None;
        };
        if range.surrogates {
            self.diagnostics.push(surrogate_warning(span));
        }
        Some(match range.characters[..] {
            [(first, last)] => NotItem::Range(first, last),
            // Over the surrogates, which are no characters, there is a range on each side.
            _ => NotItem::Set(CharSet::from_ranges(range.characters)),
        })
    }

    /// The entries of an options block or of `<…>`.
    fn options(&self, pair: Pair) -> Vec<OptionEntry> {
        let is_option = |part: &Pair| matches!(part.as_rule(), Node::option | Node::element_option);
        pair.into_inner()
            .filter(is_option)
            .filter_map(|option| {
                let mut parts = option.into_inner().filter(|part| part.as_rule() != Node::equals);
                let key = self.text(&parts.next()?);
                let value = match parts.next() {
                    Some(value) => self.option_value(&value),
                    None => Spanned { value: String::new(), span: key.span.end..key.span.end },
                };
                Some(OptionEntry { key, value })
            })
            .collect()
    }

    fn option_value(&self, pair: &Pair) -> Spanned<String> {
        let text = self.text(pair);
        let unquoted = ['\'', '"']
            .into_iter()
            .find_map(|quote| text.value.strip_prefix(quote)?.strip_suffix(quote));
        Spanned { value: unquoted.unwrap_or(&text.value).to_owned(), span: text.span }
    }

    fn characters<'t>(&mut self, pair: &Pair<'t>) -> Characters<'t, '_> {
        Characters::new(pair.as_str(), self.span(pair).start, self.diagnostics)
    }

    fn texts(&self, pair: Pair, node: Node) -> Vec<Spanned<String>> {
        pair.into_inner()
            .filter(|part| part.as_rule() == node)
            .map(|part| self.text(&part))
            .collect()
    }

    fn text(&self, pair: &Pair) -> Spanned<String> {
        Spanned { value: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn span(&self, pair: &Pair) -> Span {
        self.base + pair.as_span().start()..self.base + pair.as_span().end()
    }
}

fn set_in_parser_rule(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a set of characters stands in a parser rule")
        .hint("move it to a rule whose name starts with an upper-case letter")
}
