//! The third column into patterns.

use smallvec::SmallVec;
use smtlib::sexpr::{Kind as Word, Sexpr, Sexprs};
use smtlib::text::Text;
use smtlib::{Binder, BitVec, Int, Op, Value};

use super::line::{Part, RuleError};
use super::pattern::{Argument, Head, Index, Kind, Pattern, Place, indexed};
use super::variables::Variables;

/// The arrow between the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrow {
    /// `=>`: the right side is weaker.
    Implies,
    /// `<=>`: the sides are the same.
    Equals,
}

/// Reads patterns with these variables, one of which may stand for an operator.
pub(crate) struct PatternReader<'a> {
    pub(crate) variables: &'a Variables,
    /// The operator that the variable for operators stands for.
    pub(crate) operator: Option<(&'a str, &'a str)>,
    part: Part<'a>,
    sexprs: Sexprs<'a>,
    /// Whether the place is behind an ellipsis that has one around it already.
    depth: usize,
}

impl<'a> PatternReader<'a> {
    pub(crate) fn new(
        part: Part<'a>,
        variables: &'a Variables,
        operator: Option<(&'a str, &'a str)>,
    ) -> Result<Self, RuleError> {
        let sexprs = Sexprs::read(part.text)
            .map_err(|error| part.error_at(error.column - 1, error.message))?;
        Ok(Self { variables, operator, part, sexprs, depth: 0 })
    }

    /// `pattern => pattern`.
    pub(crate) fn sides(&mut self) -> Result<(Pattern, Arrow, Pattern), RuleError> {
        let top: Vec<Sexpr> = self.sexprs.top().collect();
        let &[left, arrow, right] = top.as_slice() else {
            return Err(self.part.error("a rule is `pattern => pattern` or `pattern <=> pattern`"));
        };
        let arrow = match self.sexprs.text(arrow) {
            "=>" => Arrow::Implies,
            "<=>" => Arrow::Equals,
            _ => return Err(self.error(arrow, "`=>` or `<=>` is wanted here")),
        };
        Ok((self.pattern(left)?, arrow, self.pattern(right)?))
    }

    /// One pattern.
    pub(crate) fn only(&mut self) -> Result<Pattern, RuleError> {
        let top: Vec<Sexpr> = self.sexprs.top().collect();
        match top.as_slice() {
            &[only] => self.pattern(only),
            _ => Err(self.part.error("one formula is wanted here")),
        }
    }

    fn error(&self, sexpr: Sexpr, message: impl Into<String>) -> RuleError {
        self.part.error_at(self.sexprs.span(sexpr).start, message)
    }

    /// A pattern; rules are short, so that this may recurse.
    fn pattern(&mut self, sexpr: Sexpr) -> Result<Pattern, RuleError> {
        match self.sexprs.kind(sexpr) {
            Word::List => self.list(sexpr),
            Word::Symbol => self.symbol(sexpr),
            _ => self.literal(sexpr),
        }
    }

    fn symbol(&mut self, sexpr: Sexpr) -> Result<Pattern, RuleError> {
        let name = self.sexprs.text(sexpr);
        if let Some(place) = self.variables.named(name) {
            let variable = &self.variables.all[place];
            if variable.is_sequence && self.depth == 0 {
                let message = format!("`{name}` is a sequence: write `{name} ...`");
                return Err(self.error(sexpr, message));
            }
            return Ok(Pattern::Variable(place));
        }
        match name {
            "true" | "false" => Ok(Pattern::Literal(Value::Bool(name == "true"))),
            _ => match Op::named(name) {
                Some(op) => Ok(Pattern::Apply(Head::Op(op), Box::new([]))),
                None => Err(self.unknown(sexpr, name)),
            },
        }
    }

    fn unknown(&self, sexpr: Sexpr, name: &str) -> RuleError {
        let message = format!(
            "`{name}` is neither a variable nor an operator: declare it in the second column"
        );
        self.error(sexpr, message)
    }

    fn literal(&self, sexpr: Sexpr) -> Result<Pattern, RuleError> {
        let text = self.sexprs.text(sexpr);
        let wrong = || self.error(sexpr, "rules have no such literals");
        let value = match self.sexprs.kind(sexpr) {
            Word::Numeral => Value::Int(Int::from(text.parse::<i64>().map_err(|_| wrong())?)),
            Word::String => {
                let body = &text[1..text.len() - 1];
                Value::String(Text::parse_literal(body).map_err(|_| wrong())?)
            }
            Word::Binary => {
                let width = u32::try_from(text.len() - 2).map_err(|_| wrong())?;
                let bits = u64::from_str_radix(&text[2..], 2).map_err(|_| wrong())?;
                Value::BitVec(BitVec::new(width, bits))
            }
            Word::Decimal => {
                let (whole, rest) = text.split_once('.').ok_or_else(wrong)?;
                if rest.bytes().any(|digit| digit != b'0') {
                    return Err(
                        self.error(sexpr, "only whole decimals such as `1.0` stand in rules")
                    );
                }
                let whole: i64 = whole.parse().map_err(|_| wrong())?;
                Value::Real(smtlib::Rational::from_integer(whole.into()).into())
            }
            _ => return Err(wrong()),
        };
        Ok(Pattern::Literal(value))
    }

    fn list(&mut self, sexpr: Sexpr) -> Result<Pattern, RuleError> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        let Some((&head, rest)) = items.split_first() else {
            return Err(self.error(sexpr, "an operator is wanted in these parentheses"));
        };
        match self.sexprs.text(head) {
            "forall" => self.binder(Binder::Forall, sexpr, rest),
            "exists" => self.binder(Binder::Exists, sexpr, rest),
            "let" => self.substitution(sexpr, rest),
            "append" => match rest {
                &[regex, text] => {
                    let regex = Box::new(self.pattern(regex)?);
                    Ok(Pattern::Append(regex, Box::new(self.pattern(text)?)))
                }
                _ => Err(self.error(sexpr, "`append` takes a regular expression and a string")),
            },
            _ => {
                let (head, arguments) = (self.head(head)?, self.arguments(rest)?);
                let head = match head {
                    Head::Op(Op::Sub) if matches!(*arguments, [Argument::One(_)]) => {
                        Head::Op(Op::Neg)
                    }
                    head => head,
                };
                Ok(Pattern::Apply(head, arguments))
            }
        }
    }

    fn head(&self, sexpr: Sexpr) -> Result<Head, RuleError> {
        if self.sexprs.kind(sexpr) == Word::List {
            return self.indexed(sexpr);
        }
        let mut name = self.sexprs.text(sexpr);
        if let Some(place) = self.variables.named(name) {
            return match self.variables.all[place].kind {
                Kind::Operator => Ok(Head::Any(place)),
                _ => {
                    Err(self
                        .error(sexpr, format!("`{name}` is no operator: say `{name}: operator`")))
                }
            };
        }
        if let Some((variable, operator)) = self.operator
            && variable == name
        {
            name = operator;
        }
        match Op::named(name) {
            Some(op) => Ok(Head::Op(op)),
            None => Err(self.unknown(sexpr, name)),
        }
    }

    /// `(_ re.loop 1 n)`.
    fn indexed(&self, sexpr: Sexpr) -> Result<Head, RuleError> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        let [underscore, name, rest @ ..] = items.as_slice() else {
            return Err(self.error(sexpr, "an operator with indices is wanted: `(_ re.loop 1 n)`"));
        };
        let indices: SmallVec<[Index; 2]> =
            rest.iter().map(|&index| self.index(index)).collect::<Result<_, _>>()?;
        let name_text = self.sexprs.text(*name);
        let ones: SmallVec<[u32; 2]> = rest.iter().map(|_| 1).collect();
        match indexed(name_text, &ones) {
            Some(op) if self.sexprs.is(*underscore, "_") => Ok(Head::Indexed(op.name(), indices)),
            _ => Err(self.error(*name, format!("`{name_text}` is no operator with such indices"))),
        }
    }

    fn index(&self, sexpr: Sexpr) -> Result<Index, RuleError> {
        let text = self.sexprs.text(sexpr);
        if let Ok(number) = text.parse() {
            return Ok(Index::Number(number));
        }
        let place = self.variables.named(text).ok_or_else(|| self.unknown(sexpr, text))?;
        match self.variables.all[place].kind {
            Kind::Number(_) | Kind::Count(_) => Ok(Index::Variable(place)),
            _ => Err(self.error(sexpr, format!("`{text}` is no number: say `{text}: 1..9`"))),
        }
    }

    fn arguments(&mut self, items: &[Sexpr]) -> Result<Box<[Argument]>, RuleError> {
        let mut arguments = Vec::new();
        let mut items = items.iter().copied().peekable();
        while let Some(item) = items.next() {
            let is_many = items.next_if(|&next| self.sexprs.is(next, "...")).is_some();
            if !is_many {
                arguments.push(Argument::One(self.pattern(item)?));
                continue;
            }
            self.depth += 1;
            let pattern = self.pattern(item);
            self.depth -= 1;
            let pattern = pattern?;
            if self.depth > 0 && !matches!(pattern, Pattern::Variable(_)) {
                let message = "an ellipsis inside of another one follows a variable only";
                return Err(self.error(item, message));
            }
            if pattern.sequences(&self.variables.all).is_empty() {
                let message = "there is no sequence before the `...`: declare one as `xs...: Int`";
                return Err(self.error(item, message));
            }
            arguments.push(Argument::Many(pattern));
        }
        Ok(arguments.into())
    }

    /// `(forall (xs ... x) p)`.
    fn binder(
        &mut self,
        binder: Binder,
        sexpr: Sexpr,
        rest: &[Sexpr],
    ) -> Result<Pattern, RuleError> {
        let &[list, body] = rest else {
            return Err(self.error(sexpr, "a quantifier is `(forall (x) p)`"));
        };
        let mut places: Vec<Place> = Vec::new();
        for item in self.sexprs.items(list) {
            let name = self.sexprs.text(item);
            if name == "..." {
                continue;
            }
            let place = self.variables.named(name).ok_or_else(|| self.unknown(item, name))?;
            if !matches!(self.variables.all[place].kind, Kind::Bound(_)) {
                let message = format!("`{name}` is no bound variable: say `{name}: bound Any`");
                return Err(self.error(item, message));
            }
            places.push(place);
        }
        let body = Box::new(self.pattern(body)?);
        Ok(Pattern::Bind(binder, places.into(), body))
    }

    /// `(let ((x t)) p)`.
    fn substitution(&mut self, sexpr: Sexpr, rest: &[Sexpr]) -> Result<Pattern, RuleError> {
        let wrong = "a substitution is `(let ((x t)) p)`, with a variable p";
        let &[list, body] = rest else { return Err(self.error(sexpr, wrong)) };
        let bindings: Vec<Sexpr> = self.sexprs.items(list).collect();
        let &[binding] = bindings.as_slice() else { return Err(self.error(list, wrong)) };
        let pair: Vec<Sexpr> = self.sexprs.items(binding).collect();
        let &[key, with] = pair.as_slice() else { return Err(self.error(binding, wrong)) };
        match (self.pattern(key)?, self.pattern(with)?, self.pattern(body)?) {
            (Pattern::Variable(key), with, Pattern::Variable(body)) => {
                Ok(Pattern::Let(key, Box::new(with), body))
            }
            _ => Err(self.error(sexpr, wrong)),
        }
    }
}
