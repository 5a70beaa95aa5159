; incompleteness: z3 4.8.7
; theory Reals, formula 161
; see report.md
(assert (= 0.0 (sin 1.0)))
(check-sat)
