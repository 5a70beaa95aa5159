; keep: (* 
; keep: / 
; left: (declare-const x Real)
; left: (assert (= (/ (* x x) x) x))

(declare-const x Real)
(declare-const y Int)
(assert (= (/ (* x 3.125) (- x 100.5)) (to_real (+ y 987654321))))
(assert (ite (> y 3) (< x 1.5) (> x 2.5)))
(check-sat)
