; solver: z3@4.5.1
; kind: invalid-model
; gone: z3@5.4.0
; theory: Strings 587
(declare-const a String)
(declare-const b String)
(assert (= "a" (str.substr a 0 1)))
(check-sat)
