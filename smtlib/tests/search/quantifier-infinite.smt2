; unknown
; No few integers stand for all: `mod` has no last change.
(declare-const x Int)
(assert (forall ((y Int)) (= (mod (* 2 y) 2) (* 0 x))))
