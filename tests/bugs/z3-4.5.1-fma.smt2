; solver: z3@4.5.1
; kind: invalid-model
; gone: z3@5.4.0
; theory: FP 483
(declare-const a (_ FloatingPoint 11 53))
(declare-const b (_ FloatingPoint 11 53))
(assert (= (fp #b0 #b00000000000 #b0000000000000000000000000000000000000000000000000000) (fp.fma RNE a a b)))
(check-sat)
