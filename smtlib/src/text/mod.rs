//! Unicode strings and regular expressions over them.
