; solver: z3@4.8.7 model_validate=true
; kind: crash
; gone: z3@5.4.0 model_validate=true
; theory: Core 1100449
(declare-const a Bool)
(declare-const b Bool)
(assert (ite true (ite (ite a b a) a true) false))
(check-sat)
