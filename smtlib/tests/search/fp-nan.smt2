; sat
(declare-const x (_ FloatingPoint 3 3))
(assert (not (fp.eq x x)))
