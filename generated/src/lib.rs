//! One module a theory, written by `cargo xtask compile-grammar`.
