(declare-const a Int)
(assert (= (* a a) 2))
(check-sat)
