; sat
(declare-const a (Array Int Int))
(declare-const i Int)
(assert (= (select a i) 7))
(assert (= (select a (+ i 1)) 0))
