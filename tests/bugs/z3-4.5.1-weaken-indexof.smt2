; solver: z3@4.5.1
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: Strings 18766572628/weaken/2
(declare-const a String)
(declare-const b String)
(assert (= (str.at (str.substr "" 1 1) (str.indexof a "" (str.len a))) (str.at (str.substr "" 1 (str.indexof a "" (str.len a))) (str.indexof a "" (str.len (str.substr a 0 (str.len a)))))))
(check-sat)
