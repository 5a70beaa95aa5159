; refutation-unsoundness: z3 4.8.7
; theory Strings, formula 2471
; see report.md
(assert (str.< "a" (str.++ "a" "a")))
(check-sat)
