; unsat
; One integer is enough to refute it, for either value of p.
(declare-const p Bool)
(assert (forall ((y Int)) (ite p (> y 0) (< y 0))))
