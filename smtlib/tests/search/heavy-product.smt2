; unknown
(declare-const x Int)
(assert (let ((a (* x x x x x x x x))) (let ((b (* a a a a a a a a))) (let ((c (* b b b b b b b b))) (let ((d (* c c c c c c c c))) (let ((e (* d d d d d d d d))) (= (* e e e e) (+ 1 x))))))))
