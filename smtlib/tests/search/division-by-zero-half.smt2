; unknown
; Refuted for p, open for not p.
(declare-const p Bool)
(assert (=> p false))
(assert (= (div 1 0) 1))
