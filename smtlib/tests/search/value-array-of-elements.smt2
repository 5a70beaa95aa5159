; sat
(declare-sort U 0)
(declare-const a (Array U (Array Int U)))
(declare-const x U)
(declare-const y U)
(assert (distinct x y (select (select a x) 1)))
