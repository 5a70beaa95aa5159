; sat
(declare-const x (_ FloatingPoint 15 113))
(declare-const r Real)
(assert (= (fp.to_real x) (* r r r)))
(assert (> r 1.0))
(assert (not (= r 2.0)))
(check-sat)
