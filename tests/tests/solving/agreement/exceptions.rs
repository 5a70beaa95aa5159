//! Exceptions: where solvers depart from the standard, or do not know an operator, and why the
//! evaluator is right nevertheless.

use super::Question;
use super::session::Answer;

/// Terms of an operator on which a solver need not agree.
pub struct Exception {
    /// Its name, or `*` for all of them.
    pub operator: &'static str,
    /// Beginning of its answer: `Sat`, `Error`; `Unknown` if it decides no term of the operator.
    pub said: &'static str,
    pub when: fn(&Question) -> bool,
    pub reason: &'static str,
}

impl Exception {
    /// Is it about this disagreement?
    pub fn excuses(&self, question: &Question, answer: &Answer) -> bool {
        (self.operator == "*" || self.operator == question.operator)
            && format!("{answer:?}").starts_with(self.said)
            && (self.when)(question)
    }
}

/// Operators in which z3 departs.
pub const Z3: &[Exception] = &[
    unknown_operator("divisible", "of the standard, but z3 does not know it any more"),
    unknown_operator("int.pow2", "cvc5's alone"),
    unknown_operator("int.log2", "cvc5's alone"),
    unknown_operator("iand", "cvc5's alone"),
    unknown_operator("str.rev", "cvc5's alone"),
    unknown_operator("str.to_lower", "cvc5's alone"),
    unknown_operator("str.to_upper", "cvc5's alone"),
    unknown_operator("str.update", "cvc5's alone"),
    unknown_operator("str.indexof_re", "cvc5's alone"),
    unknown_operator("seq.rev", "cvc5's alone"),
    unknown_operator("seq.update", "cvc5's alone"),
    Exception {
        operator: "str.<",
        said: "Error",
        when: |_| true,
        reason: "`str.<` is :chainable in the standard; z3 takes two arguments only",
    },
    Exception {
        operator: "str.<=",
        said: "Error",
        when: |_| true,
        reason: "`str.<=` is :chainable in the standard; z3 takes two arguments only",
    },
    undecided("str.replace_re"),
    undecided("str.replace_re_all"),
    Exception {
        operator: "*",
        said: "Sat",
        when: |question| question.term.contains("(Array RoundingMode "),
        reason: "there are five rounding modes; z3 finds arrays to differ at a sixth",
    },
];

/// Operators in which cvc5 departs.
pub const CVC5: &[Exception] = &[
    unknown_operator("rem", "z3's alone"),
    unknown_operator("fp.to_ieee_bv", "z3's alone"),
    unknown_operator("seq.last_indexof", "z3's alone"),
    unknown_operator("str.<", "it is :chainable in the standard; cvc5 takes two arguments only"),
    unknown_operator("str.<=", "it is :chainable in the standard; cvc5 takes two arguments only"),
    unknown_operator("^", "cvc5 does not convert an exponent from Int to Real"),
    unknown_operator("fp", "a significand of two bits is one of the standard; cvc5 wants more"),
    unknown_operator("int.pow2", "cvc5 refuses 2^257, though it is its own operator"),
    Exception {
        operator: "*",
        said: "Error",
        when: |question| question.term.contains("(bvxnor "),
        reason: "cvc5 takes two arguments of bvxnor only",
    },
    Exception {
        operator: "*",
        said: "Error",
        when: |question| question.term.contains("(as const "),
        reason: "cvc5 takes constant arrays of values in their one form only",
    },
];

const fn unknown_operator(operator: &'static str, reason: &'static str) -> Exception {
    Exception { operator, said: "Error", when: |_| true, reason }
}

const fn undecided(operator: &'static str) -> Exception {
    Exception { operator, said: "Unknown", when: |_| true, reason: "it is not computed" }
}
