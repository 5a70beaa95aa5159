; solver: z3@4.12.1 model_validate=true
; kind: crash
; gone: z3@5.4.0 model_validate=true
; theory: FP 7209522887
(declare-const a (_ FloatingPoint 11 53))
(declare-const b (_ FloatingPoint 11 53))
(assert (distinct (fp.fma RTN b b (fp.abs b)) (fp.mul RNE b b)))
(check-sat)
