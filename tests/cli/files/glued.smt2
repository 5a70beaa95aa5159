(declare-const a Bool)
(declare-const b Bool)
(assert (nota))
(check-sat)
