(declare-const a Bool) (declare-const b Bool)
(assert (nod a))
(check-sat)
