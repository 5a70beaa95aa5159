; unknown
(declare-datatype E ((e0) (e1) (e2) (e3) (e4) (e5) (e6) (e7) (e8) (e9) (e10) (e11) (e12) (e13) (e14)))
(declare-const a (Array E Bool))
(declare-const b (Array E Bool))
(assert (and (= a b) (distinct (select a e0) (select b e0))))
(check-sat)
