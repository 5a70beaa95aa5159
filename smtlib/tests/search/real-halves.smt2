; sat
(declare-const x Real)
(declare-const y Real)
(assert (= (* 2.0 x) 1.0))
(assert (= (+ x y) (/ 5.0 3.0)))
