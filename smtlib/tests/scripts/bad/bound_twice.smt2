; error: 3:33: `x` is bound twice here
(declare-const a Int)
(assert (let ((x a) (y (+ a 1)) (x 2)) (= x y)))
