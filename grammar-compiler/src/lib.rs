//! From ANTLR v4 grammars to checked regular tree grammars and Rust datatypes.
