; solver: z3@4.5.1
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: Strings 3835
(declare-const a String)
(declare-const b String)
(assert (str.suffixof "a" (str.++ a "a")))
(check-sat)
