//! From a checked grammar to Rust source: an enum a nonterminal, a constructor a production.

mod names;
mod registry;
mod theory;

use proc_macro2::TokenStream;

pub use names::module_name;
pub use registry::registry;
pub use theory::theory;

/// The items as formatted source, an empty line between two.
///
/// Each item is given as tokens that parse: the callers quote them.
fn format_items(header: &str, items: Vec<TokenStream>) -> String {
    let mut source = header.to_owned();
    for item in items {
        // A quoted item that does not parse is a mistake of this crate, never of its input.
        let file: syn::File = match syn::parse2(item) {
            Ok(file) => file,
            Err(error) => unreachable!("quoted items parse: {error}"),
        };
        source.push('\n');
        source.push_str(&prettyplease::unparse(&file));
    }
    source
}
