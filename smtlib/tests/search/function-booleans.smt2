; unsat
; f applied three times is f applied once.
(declare-fun f (Bool) Bool)
(declare-const p Bool)
(assert (distinct (f (f (f p))) (f p)))
