; unknown
; The standard leaves open which zero it is.
(declare-const x (_ FloatingPoint 3 3))
(assert (and (fp.isZero x) (distinct (fp.max x (fp.neg x)) x) (distinct (fp.max x (fp.neg x)) (fp.neg x))))
