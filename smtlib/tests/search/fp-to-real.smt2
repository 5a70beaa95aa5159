; unknown
; Every number but NaN and the infinities is refuted; what these are as reals is open.
(declare-const x (_ FloatingPoint 2 3))
(assert (= (fp.to_real x) 1000.0))
