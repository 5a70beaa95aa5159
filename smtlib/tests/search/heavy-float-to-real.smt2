; unknown
(declare-const x (_ FloatingPoint 19 100))
(declare-const y (_ FloatingPoint 19 100))
(assert (= (* (fp.to_real x)(fp.to_real x)(fp.to_real y)) (+ (* (fp.to_real x) 3.5) 1.25)))
(assert (fp.gt x (fp.neg x)))
