; solver: z3@4.5.1
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: Strings 12539006/recombine/9
(declare-const a String)
(declare-const b String)
(assert (not (str.contains b a)))
(assert (xor (= "" (str.at a 1)) (str.contains b a)))
(check-sat)
