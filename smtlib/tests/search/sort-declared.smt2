; sat
(declare-sort U 0)
(declare-const a U) (declare-const b U) (declare-const c U)
(assert (distinct a b c))
