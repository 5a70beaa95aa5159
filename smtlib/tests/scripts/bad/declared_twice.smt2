; error: 3:16: `x` is declared already
(declare-const x Int)
(declare-const x Int)
