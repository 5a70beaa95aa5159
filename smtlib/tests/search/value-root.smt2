; sat
(declare-const x Real)
(assert (= (* x x) 2.0))
(assert (= x (root-obj (+ (^ x 2) (- 2)) 2)))
