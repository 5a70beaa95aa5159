; keep: fp.fma
; left: (declare-const a (_ FloatingPoint 2 2))
; left: (assert (fp.eq (fp.fma RNA a a a) a))

(define-sort F () (_ FloatingPoint 5 11))
(declare-const value F)
(assert (let ((s (fp.add RNE value value)) (t (fp.mul RTZ value value))) (let ((u (fp.fma RNA s t s))) (and (fp.eq u s) (not (fp.isNaN u)) (fp.lt s t u)))))
(check-sat)
