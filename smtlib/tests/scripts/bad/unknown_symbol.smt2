; error: 3:16: there is no `y` here
(declare-const x Int)
(assert (= x 1 y))
