//! Every small formula of an SMT theory, by number.
fn main() {}
