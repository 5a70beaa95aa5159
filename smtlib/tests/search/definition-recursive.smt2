; unknown
; No function fits the definition, so nothing satisfies.
(define-fun-rec f ((x Int)) Int (+ 1 (f x)))
(declare-const p Bool)
(assert p)
