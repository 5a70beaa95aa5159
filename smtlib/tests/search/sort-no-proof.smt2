; unknown
; Satisfied where U has one element.
(declare-sort U 0)
(assert (forall ((x U) (y U)) (= x y)))
