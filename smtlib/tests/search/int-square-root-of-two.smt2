; unknown
(declare-const x Int)
(assert (= (* x x) 2))
