; unknown
(declare-const x Real)
(declare-const y Real)
(assert (= (sin (exp x)) (cos (sin (exp (+ x y))))))
