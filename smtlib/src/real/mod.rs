//! Real numbers: rationals, roots of polynomials, and values of functions such as `sin`.
