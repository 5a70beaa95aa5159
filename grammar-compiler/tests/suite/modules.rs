//! Each `modules/*.g4` is compiled to Rust; the module stands beside it in `*.expected`. There is one
//! for each way in which a production gets its name.
//!
//! To add a case, add a `.g4` file and run the command that the failing test prints.

use crate::support;
use grammar_compiler::{Options, compile, emit};

#[test]
fn every_fixture_makes_the_module_that_is_expected() {
    support::check("modules", |name, text| {
        let outcome = compile(text, &Options::default());
        assert_eq!(outcome.diagnostics, [], "{name}");
        let source = emit::theory(&outcome.compiled.expect("no error"), name);
        syn::parse_file(&source).unwrap_or_else(|error| panic!("{name}: {error}\n{source}"));
        source
    });
}
