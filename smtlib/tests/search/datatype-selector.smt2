; unknown
; What the head of nil is, is open.
(declare-datatype List ((nil) (cons (head Bool) (tail List))))
(declare-const p Bool)
(assert (distinct (head (as nil List)) p))
(assert (= (head nil) (not p) p))
