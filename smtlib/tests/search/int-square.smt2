; sat
(declare-const x Int)
(declare-const y Int)
(assert (= (+ (* x x) (* y y)) 25))
(assert (< x y 4))
