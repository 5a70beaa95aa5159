; sat
(declare-fun f (Int) Int)
(declare-const x Int)
(assert (= (f x) x 2))
(assert (distinct (f 0) (f 1)))
