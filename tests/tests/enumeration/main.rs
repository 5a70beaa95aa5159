//! Enumeration as the whole program does it: theories dropped in, generated and widened.

mod drop_in;
mod theories;
mod widening;
