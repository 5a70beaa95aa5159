; unknown
(declare-const a (Array Int Bool))
(declare-const i Int)
(assert (distinct (select a i) (select a (+ i 0))))
