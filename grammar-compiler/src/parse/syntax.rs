//! The parser that pest makes from `antlr.pest`.

use pest::Parser as _;

/// A production of `antlr.pest`. pest calls it a rule, which is something else here.
pub(super) type Node = Rule;
/// A node of pest's syntax tree.
pub(super) type Pair<'t> = pest::iterators::Pair<'t, Rule>;
/// Error of pest for a statement.
pub(super) type Error = pest::error::Error<Rule>;

#[derive(pest_derive::Parser)]
#[grammar = "antlr.pest"]
struct Syntax;

/// The node of the one prequel, rule or header that `text` is.
pub(super) fn read(entry: Node, text: &str) -> Result<Option<Pair<'_>>, Box<Error>> {
    let mut pairs = Syntax::parse(entry, text).map_err(Box::new)?;
    Ok(pairs.find(|pair| pair.as_rule() != Node::EOI))
}
