; sat
; Beyond their roots, comparisons of polynomials do not change: a few integers stand for all.
(declare-const x Int)
(assert (forall ((y Int)) (distinct (* y y) (+ x 2 (* x x) y y))))
(assert (forall ((y Int)) (>= (* y y) 0)))
