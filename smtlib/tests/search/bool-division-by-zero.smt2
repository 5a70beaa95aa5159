; unknown
(declare-const p Bool)
(assert (= (ite p (mod 1 0) (mod 2 0)) 5))
