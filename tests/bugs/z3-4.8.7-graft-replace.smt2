; solver: z3@4.8.7
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: StringsAll 51/graft/5
(declare-const a String)
(declare-const b String)
(declare-const n Int)
(assert (str.<= "a" (str.replace "a" "" "a")))
(check-sat)
