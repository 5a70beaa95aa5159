//! From a checked grammar to Rust source: one enum per nonterminal, one constructor per production,
//! and the grammar itself as one table.

mod names;
mod registry;
mod table;
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
        let file: syn::File = syn::parse2(item).expect("quoted items parse");
        source.push('\n');
        source.push_str(&prettyplease::unparse(&file));
    }
    source
}
