//! cvc5's `(witness ((x String)) (! (= (str.len x) 70000) :qid w1))`: a value by its description.
//! cvc4 up to 1.7 writes `choice` for `witness`.
//!
//! Two witnesses of the same description are the same value only if they have the same name, which
//! cvc5 writes into an annotation: `:qid w1` up to 1.2, `:witness (98 sort_to_term(String) 70000 1)`
//! since then. Annotations are part of a term, so that such witnesses are equal terms exactly if
//! their names are equal. One without a name may be any value that fits, and is a term of its own.

use super::Reader;
use crate::error::Error;
use crate::sexpr::Sexpr;
use crate::term::Local;

impl<'a> Reader<'_, 'a> {
    /// The variable of a `witness`, of a name that no other has if the body does not name it.
    pub(super) fn witness_variables(
        &mut self,
        variables: Sexpr,
        body: Sexpr,
    ) -> Result<(Vec<&'a str>, Vec<Local>), Error> {
        let (names, mut locals) = self.sorted_variables(variables)?;
        if self.sexprs.head(body) != Some("!") {
            for (name, local) in names.iter().zip(&mut locals) {
                let (_, sort) = self.terms.local(*local);
                self.nameless += 1;
                *local = self.fresh(&format!("{name}!witness!{}", self.nameless), sort, &[]);
            }
        }
        Ok((names, locals))
    }
}
