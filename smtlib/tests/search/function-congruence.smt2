; unknown
(declare-fun f (Int) Int)
(declare-const x Int) (declare-const y Int)
(assert (and (= x y) (distinct (f x) (f y))))
