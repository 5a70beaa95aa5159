; sat
(declare-const m RoundingMode)
(declare-const x (_ FloatingPoint 5 11))
(assert (distinct (fp.add m x x) (fp.add RNE x x)))
(assert (fp.isPositive x))
