; solver: z3@4.5.1
; kind: solution-unsoundness
; gone: z3@5.4.0
; theory: Strings 273
(declare-const a String)
(declare-const b String)
(assert (= "" (str.replace "" "" "a")))
(check-sat)
