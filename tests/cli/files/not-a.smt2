(declare-const a Bool)
(declare-const b Bool)
(assert (not a))
(check-sat)
