; sat
(declare-const x Int)
(assert (exists ((y Int)) (and (> y x) (= (* y y) 9))))
