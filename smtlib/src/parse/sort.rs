//! S-expressions into sorts.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Reader;
use super::scope::SortSymbol;
use crate::error::Error;
use crate::float::Format;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::{MAX_DEPTH, MAX_SIZE, Sort, SortKind};
use crate::typing::MAX_WIDTH;

impl Reader<'_, '_> {
    /// The sort that an S-expression names.
    pub(crate) fn sort(&mut self, sexpr: Sexpr) -> Result<Sort, Error> {
        let sort = self.sort_at(sexpr, 0)?;
        let sorts = &self.terms.sorts;
        if sorts.is_long(sort) && sorts.written_size(sort) > MAX_SIZE {
            let message = format!(
                "this sort is made of more than {MAX_SIZE} sorts: `define-sort` can name its parts"
            );
            return Err(self.sexprs.error(sexpr, message));
        }
        Ok(sort)
    }

    fn sort_at(&mut self, sexpr: Sexpr, depth: u16) -> Result<Sort, Error> {
        if depth > MAX_DEPTH {
            return Err(self.sexprs.error(sexpr, "this sort nests too deep"));
        }
        if let Some(name) = self.sexprs.symbol(sexpr) {
            return self.sort_named(sexpr, name, &[]);
        }
        if self.sexprs.kind(sexpr) != Kind::List {
            return Err(self.sexprs.error(sexpr, "a sort is wanted here"));
        }
        if self.sexprs.head(sexpr) == Some("_") {
            return self.sort_indexed(sexpr);
        }
        let mut items = self.sexprs.items(sexpr);
        let Some(name) = items.next().and_then(|head| self.sexprs.symbol(head)) else {
            return Err(self.sexprs.error(sexpr, "a sort is wanted here"));
        };
        let items: Vec<Sexpr> = items.collect();
        let mut arguments = Vec::with_capacity(items.len());
        for item in items {
            arguments.push(self.sort_at(item, depth + 1)?);
        }
        self.sort_named(sexpr, name, &arguments)
    }

    fn sort_named(&mut self, sexpr: Sexpr, name: &str, arguments: &[Sort]) -> Result<Sort, Error> {
        let deep = "this sort nests too deep";
        if let Some(symbol) = self.scope.sort(name).cloned() {
            return match symbol {
                SortSymbol::Parameter(sort) if arguments.is_empty() => Ok(sort),
                SortSymbol::Parameter(_) => Err(self
                    .sexprs
                    .error(sexpr, format!("the parameter `{name}` takes no arguments"))),
                SortSymbol::Declared(declaration) => {
                    let wanted = self.terms.declarations[declaration as usize].arity;
                    self.want_arguments(sexpr, name, arguments, wanted)?;
                    let name: Arc<str> = name.into();
                    let kind = SortKind::Named { name, declaration, arguments: arguments.into() };
                    self.terms.sorts.get(kind).ok_or_else(|| self.sexprs.error(sexpr, deep))
                }
                SortSymbol::Defined(parameters, sort) => {
                    self.want_arguments(sexpr, name, arguments, parameters.len())?;
                    let binding: Vec<_> =
                        parameters.iter().cloned().zip(arguments.iter().copied()).collect();
                    let sort = self.terms.sorts.instantiate(sort, &binding);
                    sort.ok_or_else(|| self.sexprs.error(sexpr, deep))
                }
            };
        }
        let sort = match name {
            "Bool" => Sort::BOOL,
            "Int" => Sort::INT,
            "Real" => Sort::REAL,
            "String" => Sort::STRING,
            "RegLan" => Sort::REGLAN,
            "RoundingMode" => Sort::ROUNDING,
            "Float16" => self.terms.sorts.float(Format::FLOAT16),
            "Float32" => self.terms.sorts.float(Format::FLOAT32),
            "Float64" => self.terms.sorts.float(Format::FLOAT64),
            "Float128" => self.terms.sorts.float(Format::FLOAT128),
            "Array" => {
                self.want_arguments(sexpr, name, arguments, 2)?;
                let kind = SortKind::Array(arguments[0], arguments[1]);
                return self.terms.sorts.get(kind).ok_or_else(|| self.sexprs.error(sexpr, deep));
            }
            "Seq" => {
                self.want_arguments(sexpr, name, arguments, 1)?;
                let kind = SortKind::Sequence(arguments[0]);
                return self.terms.sorts.get(kind).ok_or_else(|| self.sexprs.error(sexpr, deep));
            }
            // Old z3 prints regular expressions over strings so.
            "RegEx" if arguments == [Sort::STRING] => return Ok(Sort::REGLAN),
            _ => {
                let message = match name {
                    "Set" | "Bag" | "Relation" | "Tuple" | "UnorderedSet" | "->" => {
                        format!("the sort `{name}` is not supported")
                    }
                    _ => format!("there is no sort `{name}` here"),
                };
                return Err(self.sexprs.error(sexpr, message));
            }
        };
        self.want_arguments(sexpr, name, arguments, 0)?;
        Ok(sort)
    }

    fn sort_indexed(&mut self, sexpr: Sexpr) -> Result<Sort, Error> {
        let items: SmallVec<[Sexpr; 4]> = self.sexprs.items(sexpr).collect();
        let name = items.get(1).and_then(|&name| self.sexprs.symbol(name)).unwrap_or("");
        match (name, &items[2.min(items.len())..]) {
            ("BitVec", &[width]) => {
                let width = self.index(width)?;
                self.want_width(sexpr, width)?;
                Ok(self.terms.sorts.bit_vec(width))
            }
            ("FloatingPoint", &[eb, sb]) => {
                let format = self.format(sexpr, eb, sb)?;
                Ok(self.terms.sorts.float(format))
            }
            _ => Err(self.sexprs.error(sexpr, "there is no such sort")),
        }
    }

    /// A format that is neither too small to be one nor too large to compute with.
    pub(crate) fn format(&self, sexpr: Sexpr, eb: Sexpr, sb: Sexpr) -> Result<Format, Error> {
        let format = Format::new(self.index(eb)?, self.index(sb)?);
        format.map_err(|error| self.sexprs.error(sexpr, error.to_string()))
    }

    /// Refuses a width that no bit-vector has here.
    pub(crate) fn want_width(&self, sexpr: Sexpr, width: u32) -> Result<(), Error> {
        if (1..=MAX_WIDTH).contains(&width) {
            return Ok(());
        }
        let message = format!("a bit-vector has between 1 and {MAX_WIDTH} bits, not {width}");
        Err(self.sexprs.error(sexpr, message))
    }

    fn want_arguments(
        &self,
        sexpr: Sexpr,
        name: &str,
        arguments: &[Sort],
        wanted: usize,
    ) -> Result<(), Error> {
        if arguments.len() == wanted {
            return Ok(());
        }
        let found = arguments.len();
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("the sort `{name}` takes {wanted} argument{plural}, not {found}");
        Err(self.sexprs.error(sexpr, message))
    }

    /// An index: a numeral below 2^32.
    pub(crate) fn index(&self, sexpr: Sexpr) -> Result<u32, Error> {
        let is_numeral = self.sexprs.kind(sexpr) == Kind::Numeral;
        let number = self.sexprs.text(sexpr).parse().ok().filter(|_| is_numeral);
        number.ok_or_else(|| {
            let message = if is_numeral {
                "this index is too large: an index is a numeral below 2^32"
            } else {
                "an index is wanted here, a numeral below 2^32"
            };
            self.sexprs.error(sexpr, message)
        })
    }
}
