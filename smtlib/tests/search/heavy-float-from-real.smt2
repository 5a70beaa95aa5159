; unknown
(declare-const x (_ FloatingPoint 20 200))
(assert (= ((_ to_fp 20 200) RNE (fp.to_real x)) (fp.roundToIntegral RNE (fp.add RNE x x))))
(assert (not (fp.isInfinite x)))
(assert (not (fp.isZero x)))
(assert (not (fp.isNaN x)))
(check-sat)
