//! The second column: the variables of a rule and what they stand for.

use smtlib::Sort;
use smtlib::sexpr::{Kind as Word, Sexpr, Sexprs};

use super::line::{Part, RuleError};
use super::pattern::{Kind, Place, Variable};
use super::sorts::{Class, SortPattern, SortVariable};

/// The variables of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables {
    pub(crate) all: Vec<Variable>,
    pub(crate) sorts: Vec<SortVariable>,
    /// A variable for operators, and those that it stands for.
    pub(crate) schema: Option<(String, Vec<String>)>,
}

impl Variables {
    /// Reads the column: `x y: Num, ps...: Bool, o: {< <=}, n: 1..99`.
    pub(crate) fn parse(column: Part<'_>) -> Result<Self, RuleError> {
        let mut variables = Self::default();
        if column.text.is_empty() {
            return Ok(variables);
        }
        for group in column.split(',') {
            let Some((names, kind)) = group.cut(":") else {
                return Err(group.error(
                    "variables and what they are stand here, as in `x y: Num, ps...: Bool`",
                ));
            };
            if let Some(list) = kind.text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
                if variables.schema.is_some() {
                    let message =
                        "a rule has one variable for several operators at most: write two";
                    return Err(names.error(message));
                }
                let list = list.split_whitespace().map(str::to_owned).collect();
                variables.schema = Some((names.text.to_owned(), list));
                continue;
            }
            let kind = variables.kind(kind)?;
            for word in names.text.split_whitespace() {
                let (name, is_sequence) =
                    word.strip_suffix("...").map_or((word, false), |name| (name, true));
                if variables.named(name).is_some() {
                    return Err(
                        names.error(format!("there are two variables `{name}`: rename one"))
                    );
                }
                let kind = kind.clone();
                variables.all.push(Variable { name: name.into(), kind, is_sequence });
            }
        }
        Ok(variables)
    }

    /// Returns the variable with a name.
    pub(crate) fn named(&self, name: &str) -> Option<Place> {
        self.all.iter().position(|variable| *variable.name == *name)
    }

    fn kind(&mut self, text: Part<'_>) -> Result<Kind, RuleError> {
        match text.text {
            "letter" => return Ok(Kind::Letter),
            "operator" => return Ok(Kind::Operator),
            _ => {}
        }
        if let Some((least, most)) = text.text.split_once("..") {
            return match (least.parse(), most.parse()) {
                (Ok(least), Ok(most)) if least <= most => Ok(Kind::Number(least..=most)),
                _ => Err(text.error("a range of indices is two numbers that rise: `1..99`")),
            };
        }
        if let Some(name) = text.after("count") {
            return self.earlier(name).map(Kind::Count);
        }
        if let Some(sort) = text.after("bound") {
            return self.sort(sort).map(Kind::Bound);
        }
        if let Some(sort) = text.after("literal") {
            return self.sort(sort).map(Kind::Literal);
        }
        if let Some((sort, of)) = text.cut(" part of ") {
            let sort = self.sort(sort)?;
            return Ok(Kind::Part(self.earlier(of)?, sort));
        }
        self.sort(text).map(Kind::Term)
    }

    fn earlier(&self, name: Part<'_>) -> Result<Place, RuleError> {
        let bare = name.text.trim_end_matches("...");
        self.named(bare).ok_or_else(|| {
            name.error(format!("there is no variable `{bare}` before this one: declare it first"))
        })
    }

    fn sort(&mut self, text: Part<'_>) -> Result<SortPattern, RuleError> {
        let sexprs = Sexprs::read(text.text)
            .map_err(|error| text.error_at(error.column - 1, error.message))?;
        let mut top = sexprs.top();
        match (top.next(), top.next()) {
            (Some(sort), None) => self.sort_of(text, &sexprs, sort),
            _ => Err(text.error(WANTED)),
        }
    }

    fn sort_of(
        &mut self,
        text: Part<'_>,
        sexprs: &Sexprs<'_>,
        sexpr: Sexpr,
    ) -> Result<SortPattern, RuleError> {
        let wrong = || text.error_at(sexprs.span(sexpr).start, WANTED);
        if sexprs.kind(sexpr) == Word::List {
            let items: Vec<Sexpr> = sexprs.items(sexpr).collect();
            return match items.as_slice() {
                &[head, index, element] if sexprs.is(head, "Array") => {
                    let index = self.sort_of(text, sexprs, index)?;
                    let element = self.sort_of(text, sexprs, element)?;
                    Ok(SortPattern::Array(Box::new(index), Box::new(element)))
                }
                &[head, name, width] if sexprs.is(head, "_") && sexprs.is(name, "BitVec") => {
                    let width = sexprs.text(width).parse().ok().filter(|&width: &u32| width > 0);
                    width.map(SortPattern::BitVec).ok_or_else(wrong)
                }
                _ => Err(wrong()),
            };
        }
        Ok(match sexprs.text(sexpr) {
            "Bool" => SortPattern::Fixed(Sort::BOOL),
            "Int" => SortPattern::Fixed(Sort::INT),
            "Real" => SortPattern::Fixed(Sort::REAL),
            "String" => SortPattern::Fixed(Sort::STRING),
            "RegLan" => SortPattern::Fixed(Sort::REGLAN),
            "RoundingMode" => SortPattern::Fixed(Sort::ROUNDING),
            "_" => SortPattern::Each,
            name => {
                if let Some(known) = self.sorts.iter().position(|sort| sort.name == name) {
                    return Ok(SortPattern::Variable(known));
                }
                let class = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let class = Class::ALL.iter().find(|(known, _)| *known == class);
                let &(_, class) = class.ok_or_else(wrong)?;
                self.sorts.push(SortVariable { name: name.to_owned(), class });
                SortPattern::Variable(self.sorts.len() - 1)
            }
        })
    }
}

const WANTED: &str = "a sort is wanted here: Bool, Int, Real, String, RegLan, RoundingMode, \
                      (_ BitVec 8), (Array Any Any2), or one that stands for several: Num, BitVec, \
                      Float, Any, with a number behind where there are two";
