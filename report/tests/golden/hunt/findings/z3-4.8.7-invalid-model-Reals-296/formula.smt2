; invalid-model: z3 4.8.7
; theory Reals, formula 296
; see report.md
(assert (= 1.0 (/ 0.0 0.0)))
(check-sat)
(get-model)
(get-value ((/ 0.0 0.0)))
