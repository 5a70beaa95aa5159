; solver: z3@4.10.2 model_validate=true
; kind: crash
; gone: z3@5.4.0 model_validate=true
; theory: FP 6674169555
(declare-const a (_ FloatingPoint 11 53))
(declare-const b (_ FloatingPoint 11 53))
(assert (fp.gt (fp.mul RNE b b) (fp.fma RTN b b (fp.abs b))))
(check-sat)
