; unsat
; No value of x matters: p decides.
(declare-const x Int)
(declare-const p Bool)
(assert (and p (> x 0)))
(assert (not p))
