; sat
(declare-datatype P ((pair (first Real) (second Real))))
(declare-const p P)
(assert (= p (pair (sqrt 2.0) (- (sqrt 3.0)))))
