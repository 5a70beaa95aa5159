; keep: mystery
; left: (mystery)

; a comment
(declare-const a Int)
(assert (and (> a 3) (mystery (strange a 12345) "some text") (or (< a 3) true)))
(minimize (+ a 1))
(check-sat)
