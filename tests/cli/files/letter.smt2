(declare-const s String)
(assert (= s "A"))
(check-sat)
