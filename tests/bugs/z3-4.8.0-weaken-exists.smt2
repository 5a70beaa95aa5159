; solver: z3@4.8.0
; kind: crash
; gone: z3@5.4.0
; theory: Strings 25/weaken:2..10/7
(declare-const a String)
(declare-const b String)
(assert (exists ((b!1 Bool)) (exists ((x String)) (distinct (str.substr x 0 (str.len x)) "a"))))
(check-sat)
