; unknown
; The root is further out than values are tried.
(declare-const x Int)
(assert (forall ((y Int)) (distinct (* 2 y) 100000000000001)))
