; unknown
(declare-sort U 0)
(declare-fun f (U) Bool)
(declare-const a U)
(assert (distinct (f a) (f a) (f a)))
