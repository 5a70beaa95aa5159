; unknown
(declare-const x Real)
(assert (let ((a (/ (* x x x x x x x x) 3))) (let ((b (+ (* a a a a a a a a) a))) (let ((c (+ b (* b b b b b b b b)))) (let ((d (+ c (* c c c c c c c c)))) (let ((e (- (* d d d d d d d d) d))) (= (* e e e e) (+ 1 x))))))))
