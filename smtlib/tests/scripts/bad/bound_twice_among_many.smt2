; error: 3:141: `x3` is bound twice here
(declare-const a Int)
(assert (let ((x0 a) (x1 a) (x2 a) (x3 a) (x4 a) (x5 a) (x6 a) (x7 a) (x8 a) (x9 a) (x10 a) (x11 a) (x12 a) (x13 a) (x14 a) (x15 a) (x16 a) (x3 2)) (= x1 x2)))
