//! From rules with sugar to plain productions: one nonterminal for each rule, and a fresh
//! one for each `x?`, `x*`, `x+` and group.

mod tokens;

use std::collections::BTreeSet;

use feat_runtime::{
    CharSet, Cost, Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Symbol,
};

use crate::compile::Options;
use crate::diagnostic::Diagnostic;
use crate::grammar::{
    Alternative, Atom, Element, NotItem, OptionEntry, Prequel, Repeat, Rule, RuleKind, Span,
};
use crate::resolve::Resolved;
use crate::vocabulary::Vocabulary;
use crate::written;

/// A grammar without sugar, and where everything in it came from.
#[derive(Debug)]
pub struct Lowered {
    /// The productions; their costs are still to be assigned.
    pub draft: Draft,
    /// For each nonterminal of the draft where it came from.
    pub origins: Vec<Origin>,
}

/// Where a nonterminal came from.
#[derive(Debug)]
pub struct Origin {
    /// The rule's name, or the sugar.
    pub span: Span,
    /// The rule it was written in.
    pub rule: usize,
    /// Whether a person named it.
    pub is_rule: bool,
    /// For each production where it came from.
    pub productions: Vec<ProductionOrigin>,
}

/// Where a production came from.
#[derive(Clone, Debug)]
pub struct ProductionOrigin {
    /// Its place in the text.
    pub span: Span,
    /// Its right-hand side as it was written.
    pub written: String,
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
        lowering.push(nonterminal, rule.name.span.clone(), true);
    }
    for (place, rule) in rules.iter().enumerate() {
        lowering.rule = place;
        lowering.lower_rule(place, rule);
    }
    let Lowering { nonterminals, origins, .. } = lowering;
    let draft = Draft { start: NonterminalId::new(start), nonterminals };
    sort_by_rule(Lowered { draft, origins })
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
                    self.add_alternative(target, alternative, lowered.clone());
                }
            }
            self.add_alternative(place, alternative, lowered);
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
            fixed_cost: self.fixed_cost(&alternative.options),
        };
        (symbols, origin)
    }

    fn add_alternative(
        &mut self,
        nonterminal: usize,
        alternative: &Alternative,
        (symbols, origin): (Vec<Symbol>, ProductionOrigin),
    ) {
        let productions = &mut self.nonterminals[nonterminal].productions;
        let constructor = constructor(alternative, productions);
        productions.push(DraftProduction { constructor, cost: Cost(0), symbols });
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
                    self.add_alternative(id.index(), alternative, lowered);
                }
                vec![Symbol::Nonterminal(id)]
            }
            Atom::Action | Atom::Predicate => Vec::new(),
        }
    }

    /// A literal is one token; where the case of letters does not matter, a token of sets.
    fn lower_literal(&mut self, text: &str, span: &Span) -> Vec<Symbol> {
        if !self.ignores_case() || !text.chars().any(has_case) {
            return vec![Symbol::Literal(text.to_owned())];
        }
        let mut symbols: Vec<Symbol> = Vec::new();
        for c in text.chars() {
            match (symbols.last_mut(), has_case(c)) {
                (_, true) => symbols.push(Symbol::Set(CharSet::from_chars(cases(c)))),
                (Some(Symbol::Literal(literal)), false) => literal.push(c),
                (_, false) => symbols.push(Symbol::Literal(c.to_string())),
            }
        }
        if join(self.current()) == Join::Joined {
            return symbols;
        }
        let id = self.fresh("token", span.clone());
        self.nonterminals[id.index()].join = Join::Joined;
        self.add_production(id, symbols, written::literal(text), span);
        vec![Symbol::Nonterminal(id)]
    }

    fn lower_set(&mut self, set: &CharSet, span: &Span) -> CharSet {
        if set.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "no character is left in this set")
                    .hint("name at least one character that is no surrogate"),
            );
            // One error is enough: go on as if something were left.
            return self.options.alphabet.clone();
        }
        self.fold_case(set.clone())
    }

    fn complement(&mut self, items: &[NotItem], span: &Span) -> CharSet {
        let mut excluded = CharSet::default();
        let mut longer = Vec::new();
        for item in items {
            let set = match item {
                NotItem::Literal(text) => single(text).map(|c| CharSet::from_chars([c])),
                NotItem::Set(set) => Some(set.clone()),
                NotItem::Range(first, last) => Some(CharSet::from_ranges([(*first, *last)])),
                NotItem::Reference(name) => self.characters_of(&name.value),
            };
            match set {
                Some(set) => excluded = excluded.union(&set),
                None => longer.push(written::not_item(item)),
            }
        }
        if !longer.is_empty() {
            let verb = if longer.len() == 1 { "is" } else { "are" };
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "`~` works on single characters only")
                    .label(format!("{} {verb} longer", longer.join(" and ")))
                    .hint("list the characters that may not stand here: `~[abc]`"),
            );
        }
        let left = self.options.alphabet.minus(&self.fold_case(excluded));
        if left.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span.clone(), "no character of the alphabet is left here")
                    .hint("`~` ranges over printable ASCII; choose another with `--alphabet`"),
            );
            // One error is enough: go on as if something were left.
            return self.options.alphabet.clone();
        }
        left
    }

    /// The characters of a lexer rule whose every alternative is a single one; of a rule that
    /// is not defined, which has been complained of, none.
    fn characters_of(&self, name: &str) -> Option<CharSet> {
        let Some(&place) = self.resolved.rules.get(name) else { return Some(CharSet::default()) };
        let rule = &self.resolved.grammar.rules[place];
        let mut all = CharSet::default();
        for alternative in &rule.alternatives {
            let [Element { atom, repeat: None, .. }] = &alternative.elements[..] else {
                return None;
            };
            all = all.union(&match atom {
                Atom::Literal(text) => CharSet::from_chars([single(text)?]),
                Atom::Set(set) => set.clone(),
                Atom::Range(first, last) => CharSet::from_ranges([(*first, *last)]),
                _ => return None,
            });
        }
        Some(all)
    }

    fn ignores_case(&self) -> bool {
        let grammar_options = self.resolved.grammar.prequels.iter().filter_map(|p| match p {
            Prequel::Options(options) => Some(options),
            _ => None,
        });
        // The rule's own option speaks last.
        let mut all = grammar_options.chain([&self.current().options]).flatten();
        all.rfind(|option| option.key.value == "caseInsensitive")
            .is_some_and(|option| option.value.value == "true")
    }

    fn fold_case(&self, set: CharSet) -> CharSet {
        if !self.ignores_case() {
            return set;
        }
        CharSet::from_chars(set.chars().flat_map(cases))
    }

    fn fresh(&mut self, sugar: &str, span: Span) -> NonterminalId {
        let rule = self.current();
        let (name, join) = (rule.name.value.clone(), join(rule));
        let mut numbered = (1..).map(|number| format!("{name}_{sugar}{number}"));
        let name = numbered.find(|name| self.taken.insert(name.clone()));
        let name = name.expect("numbers do not end");
        self.push(DraftNonterminal { name, join, productions: Vec::new() }, span, false)
    }

    fn push(&mut self, nonterminal: DraftNonterminal, span: Span, is_rule: bool) -> NonterminalId {
        self.nonterminals.push(nonterminal);
        self.origins.push(Origin { span, rule: self.rule, is_rule, productions: Vec::new() });
        NonterminalId::new(self.nonterminals.len() - 1)
    }

    fn add_production(
        &mut self,
        id: NonterminalId,
        symbols: Vec<Symbol>,
        written: String,
        span: &Span,
    ) {
        let productions = &mut self.nonterminals[id.index()].productions;
        let constructor = format!("C{}", productions.len());
        productions.push(DraftProduction { constructor, cost: Cost(0), symbols });
        let origin = ProductionOrigin { span: span.clone(), written, fixed_cost: None };
        self.origins[id.index()].productions.push(origin);
    }
}

/// Larger costs would only make parts that nobody can count up to.
const MOST_COST: u32 = 1000;

/// The label, else `C` and the position; numbered on where an author used a label twice.
fn constructor(alternative: &Alternative, used: &[DraftProduction]) -> String {
    let name = match &alternative.label {
        Some(label) => label.value.clone(),
        None => format!("C{}", used.len()),
    };
    let is_free = |name: &String| used.iter().all(|production| production.constructor != *name);
    let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}{n}")));
    names.find(is_free).expect("numbers do not end")
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn has_case(c: char) -> bool {
    cases(c).any(|other| other != c)
}

/// A character with its simple upper-case and lower-case forms.
fn cases(c: char) -> impl Iterator<Item = char> {
    let upper = single(&c.to_uppercase().to_string());
    let lower = single(&c.to_lowercase().to_string());
    [Some(c), upper, lower].into_iter().flatten()
}

/// The nonterminals in the order of their rules, fresh ones behind the rule they stand in.
fn sort_by_rule(lowered: Lowered) -> Lowered {
    let Lowered { draft, origins } = lowered;
    let mut order: Vec<usize> = (0..origins.len()).collect();
    order.sort_by_key(|&place| (origins[place].rule, place));
    renumber(draft, origins, &order)
}

/// The grammar with these nonterminals only, in this order. None of them may refer to one
/// that is left out.
pub fn renumber(draft: Draft, origins: Vec<Origin>, order: &[usize]) -> Lowered {
    let mut number = vec![0; origins.len()];
    for (new, &old) in order.iter().enumerate() {
        number[old] = new;
    }
    let moved = |id: NonterminalId| NonterminalId::new(number[id.index()]);
    let mut all: Vec<_> = draft.nonterminals.into_iter().zip(origins).map(Some).collect();
    let (mut nonterminals, mut origins) = (Vec::new(), Vec::new());
    for (mut nonterminal, origin) in order.iter().filter_map(|&old| all[old].take()) {
        for production in &mut nonterminal.productions {
            for symbol in &mut production.symbols {
                if let Symbol::Nonterminal(id) = symbol {
                    *id = moved(*id);
                }
            }
        }
        nonterminals.push(nonterminal);
        origins.push(origin);
    }
    Lowered { draft: Draft { start: moved(draft.start), nonterminals }, origins }
}
