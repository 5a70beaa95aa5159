; solver: z3@4.5.1
; kind: invalid-model
; gone: z3@5.4.0
; theory: Strings 574
(declare-const a String)
(declare-const b String)
(assert (= "a" (str.at a 0)))
(check-sat)
