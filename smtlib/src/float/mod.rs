//! Floating point of any format, exactly rounded.
