; unknown
(declare-const x Int)
(assert (= ((_ iand 16000000) x (- 1)) (+ x 1)))
