//! From rules with sugar to plain productions: one nonterminal for each rule, and a fresh
//! one for each `x?`, `x*`, `x+` and group.

mod characters;
mod order;
mod tokens;

use std::collections::BTreeSet;

use feat_runtime::{
    CharSet, Cost, Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Symbol,
};

use crate::diagnostic::Diagnostic;
use crate::grammar::{Alternative, Atom, Element, OptionEntry, Repeat, Rule, RuleKind, Span};
use crate::options::Options;
use crate::resolve::Resolved;
use crate::vocabulary::Vocabulary;
use crate::written;
pub use order::renumber;

/// A grammar without sugar, and where everything in it came from. `a : 'x'* ;` has two
/// nonterminals: `a`, and the list of `'x'`.
#[derive(Debug)]
pub struct Lowered {
    /// The productions; their costs and constructors are still to be assigned.
    pub draft: Draft,
    /// For each nonterminal of the draft where it came from.
    pub origins: Vec<Origin>,
}

/// Origin of a nonterminal. The nonterminal of `'x'*` comes from the rule around it.
#[derive(Debug)]
pub struct Origin {
    /// The rule's name, or the sugar.
    pub span: Span,
    /// The rule it was written in.
    pub rule: usize,
    /// Construct that it was made of.
    pub source: Source,
    /// For each production where it came from.
    pub productions: Vec<ProductionOrigin>,
}

/// Construct that a nonterminal was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A rule, which a person named: `a : …`.
    Rule,
    /// Sugar, which got a fresh name: `x*`.
    Sugar,
}

impl Origin {
    /// Returns true if a person named it.
    pub fn is_rule(&self) -> bool {
        self.source == Source::Rule
    }
}

/// Origin of a production.
#[derive(Clone, Debug)]
pub struct ProductionOrigin {
    /// Its place in the text.
    pub span: Span,
    /// Its right-hand side as it was written.
    pub written: String,
    /// The label that its author gave it: `# Not`.
    pub label: Option<String>,
    /// The cost that its author set.
    pub fixed_cost: Option<Cost>,
}

/// Lowers all rules of a grammar that has a start rule.
pub fn lower(
    resolved: &Resolved,
    start: usize,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Lowered {
    let rules = &resolved.grammar.rules;
    let taken = rules.iter().map(|rule| rule.name.value.clone()).collect();
    let mut lowering = Lowering {
        resolved,
        options,
        diagnostics,
        vocabulary: Vocabulary::new(resolved.grammar),
        taken,
        nonterminals: Vec::new(),
        origins: Vec::new(),
        rule: 0,
    };
    for (place, rule) in rules.iter().enumerate() {
        lowering.rule = place;
        let nonterminal = DraftNonterminal {
            name: rule.name.value.clone(),
            join: join(rule),
            productions: Vec::new(),
        };
        lowering.push(nonterminal, rule.name.span.clone(), Source::Rule);
    }
    for (place, rule) in rules.iter().enumerate() {
        lowering.rule = place;
        lowering.lower_rule(place, rule);
    }
    let Lowering { nonterminals, origins, .. } = lowering;
    let draft = Draft { start: NonterminalId::new(start), nonterminals };
    order::sort_by_rule(Lowered { draft, origins })
}

fn join(rule: &Rule) -> Join {
    match rule.kind {
        RuleKind::Parser => Join::Separated,
        RuleKind::Lexer => Join::Joined,
    }
}

struct Lowering<'a> {
    resolved: &'a Resolved<'a>,
    options: &'a Options,
    diagnostics: &'a mut Vec<Diagnostic>,
    vocabulary: Vocabulary<'a>,
    taken: BTreeSet<String>,
    nonterminals: Vec<DraftNonterminal>,
    origins: Vec<Origin>,
    /// The rule that is being lowered.
    rule: usize,
}

impl<'a> Lowering<'a> {
    fn current(&self) -> &'a Rule {
        &self.resolved.grammar.rules[self.rule]
    }

    fn lower_rule(&mut self, place: usize, rule: &'a Rule) {
        for alternative in &rule.alternatives {
            let lowered = self.lower_alternative(alternative);
            // An alternative with `-> type(X)` makes tokens X, whatever rule it stands in.
            for command in &alternative.commands {
                let target = command.argument.as_ref().filter(|_| command.name.value == "type");
                let target = target.and_then(|name| self.resolved.rules.get(name.value.as_str()));
                if let Some(&target) = target.filter(|&&target| target != place) {
                    self.add(target, lowered.clone());
                }
            }
            self.add(place, lowered);
        }
    }

    fn lower_alternative(
        &mut self,
        alternative: &'a Alternative,
    ) -> (Vec<Symbol>, ProductionOrigin) {
        let mut symbols = Vec::new();
        for element in &alternative.elements {
            symbols.extend(self.lower_element(element));
        }
        let origin = ProductionOrigin {
            span: alternative.span.clone(),
            written: written::alternative(alternative),
            label: alternative.label.as_ref().map(|label| label.value.clone()),
            fixed_cost: self.fixed_cost(&alternative.options),
        };
        (symbols, origin)
    }

    fn add(&mut self, nonterminal: usize, (symbols, origin): (Vec<Symbol>, ProductionOrigin)) {
        let production = DraftProduction { constructor: String::new(), cost: Cost(0), symbols };
        self.nonterminals[nonterminal].productions.push(production);
        self.origins[nonterminal].productions.push(origin);
    }

    fn fixed_cost(&mut self, options: &[OptionEntry]) -> Option<Cost> {
        let option = options.iter().find(|option| option.key.value == "cost")?;
        let cost = option.value.value.parse().ok().filter(|&cost| cost <= MOST_COST);
        if cost.is_none() {
            self.diagnostics.push(
                Diagnostic::error(
                    option.key.span.start..option.value.span.end,
                    match option.value.value.as_str() {
                        "" => "`cost` has no value".to_owned(),
                        value => format!("`{value}` is not a cost"),
                    },
                )
                .hint(format!("a cost is a whole number from 0 to {MOST_COST}: `<cost=2>`")),
            );
        }
        cost.map(Cost)
    }

    /// The symbols of one element: none for what has no text, one or more otherwise.
    fn lower_element(&mut self, element: &'a Element) -> Vec<Symbol> {
        let atom = self.lower_atom(element);
        let Some(repeat) = element.repeat.filter(|_| !atom.is_empty()) else { return atom };
        let (sugar, mark) = match repeat {
            Repeat::Optional => ("opt", "?"),
            Repeat::Star => ("star", "*"),
            Repeat::Plus => ("plus", "+"),
        };
        let mut once = element.clone();
        once.repeat = None;
        let written = written::alternative(&Alternative {
            elements: vec![once],
            label: None,
            options: Vec::new(),
            commands: Vec::new(),
            span: element.span.clone(),
        });
        let id = self.fresh(sugar, element.span.clone());
        let again = || [atom.clone(), vec![Symbol::Nonterminal(id)]].concat();
        let (first, second) = match repeat {
            Repeat::Optional => (Vec::new(), atom.clone()),
            Repeat::Star => (Vec::new(), again()),
            Repeat::Plus => (atom.clone(), again()),
        };
        let first_written = if first.is_empty() { String::new() } else { written.clone() };
        let second_written = match repeat {
            Repeat::Optional => written,
            Repeat::Star | Repeat::Plus => format!("{written} {written}{mark}"),
        };
        self.add_production(id, first, first_written, &element.span);
        self.add_production(id, second, second_written, &element.span);
        vec![Symbol::Nonterminal(id)]
    }

    fn lower_atom(&mut self, element: &'a Element) -> Vec<Symbol> {
        let is_parser_rule = self.current().kind == RuleKind::Parser;
        match &element.atom {
            Atom::Literal(text) => self.lower_literal(text, &element.span),
            Atom::Reference(name) => match self.resolved.rules.get(name.value.as_str()) {
                Some(&place) => vec![Symbol::Nonterminal(NonterminalId::new(place))],
                // The end of the text has no text. A name that is not defined has been
                // complained of; what goes on without it may have problems of its own.
                None => Vec::new(),
            },
            Atom::Set(set) => vec![Symbol::Set(self.lower_set(set, &element.span))],
            Atom::Range(first, last) => {
                vec![Symbol::Set(self.fold_case(CharSet::from_ranges([(*first, *last)])))]
            }
            Atom::Not(items) if is_parser_rule => self.lower_tokens(items, &element.span),
            Atom::Wildcard if is_parser_rule => self.lower_tokens(&[], &element.span),
            Atom::Not(items) => vec![Symbol::Set(self.complement(items, &element.span))],
            Atom::Wildcard => vec![Symbol::Set(self.options.alphabet.clone())],
            Atom::Group(alternatives) => {
                let id = self.fresh("group", element.span.clone());
                for alternative in alternatives {
                    let lowered = self.lower_alternative(alternative);
                    self.add(id.index(), lowered);
                }
                vec![Symbol::Nonterminal(id)]
            }
            Atom::Action | Atom::Predicate => Vec::new(),
        }
    }

    fn fresh(&mut self, sugar: &str, span: Span) -> NonterminalId {
        let rule = self.current();
        let (name, join) = (rule.name.value.clone(), join(rule));
        let mut numbered = (1..).map(|number| format!("{name}_{sugar}{number}"));
        let name = numbered.find(|name| self.taken.insert(name.clone()));
        let name = name.expect("numbers do not end");
        self.push(DraftNonterminal { name, join, productions: Vec::new() }, span, Source::Sugar)
    }

    fn push(&mut self, nonterminal: DraftNonterminal, span: Span, source: Source) -> NonterminalId {
        self.nonterminals.push(nonterminal);
        self.origins.push(Origin { span, rule: self.rule, source, productions: Vec::new() });
        NonterminalId::new(self.nonterminals.len() - 1)
    }

    fn add_production(
        &mut self,
        id: NonterminalId,
        symbols: Vec<Symbol>,
        written: String,
        span: &Span,
    ) {
        let span = span.clone();
        let origin = ProductionOrigin { span, written, label: None, fixed_cost: None };
        self.add(id.index(), (symbols, origin));
    }
}

/// Larger costs would only make parts that nobody can count up to.
const MOST_COST: u32 = 1000;
