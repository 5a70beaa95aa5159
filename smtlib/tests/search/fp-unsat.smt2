; unsat
(declare-const x (_ FloatingPoint 3 3))
(declare-const y (_ FloatingPoint 3 3))
(assert (not (fp.isNaN x)))
(assert (distinct (fp.add RNE x y) (fp.add RNE y x)))
