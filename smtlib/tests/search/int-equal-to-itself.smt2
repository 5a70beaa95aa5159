; unsat
(declare-const x Int)
(assert (distinct (+ x 1) (+ x 1)))
