; unknown
(declare-const p Bool)
(assert (= (/ (ite p 1.0 2.0) 0.0) 3.0))
