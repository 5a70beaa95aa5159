; unknown
(declare-const x Int)
(assert (= ((_ int_to_bv 16777216) x) ((_ int_to_bv 16777216) (+ x 1))))
