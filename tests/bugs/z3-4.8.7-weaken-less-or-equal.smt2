; solver: z3@4.8.7
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: Strings 37/weaken/3
(declare-const a String)
(declare-const b String)
(assert (str.<= "a" (str.++ "a" "a")))
(check-sat)
