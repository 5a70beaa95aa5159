; keep: forall
; left: (assert (forall ((a Int)) true))

(declare-fun f (Int Int) Int)
(declare-const somewhere Int)
(assert (forall ((left Int) (right Int)) (or (> (f left right) 100) (exists ((other Int)) (= left (+ other right somewhere))))))
(check-sat)
