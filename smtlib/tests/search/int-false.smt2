; unsat
(declare-const x Int)
(assert (and (> x 0) false))
