//! Real SMT solvers, fetched by package name.
