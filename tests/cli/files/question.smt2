(declare-const a Bool)
(assert a)
(check-sat)
