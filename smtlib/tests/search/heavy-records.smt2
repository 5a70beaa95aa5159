; unknown
(declare-datatypes ((R 0)) (((mk (f0 Bool) (f1 Bool) (f2 Bool) (f3 Bool) (f4 Bool) (f5 Bool) (f6 Bool) (f7 Bool) (f8 Bool) (f9 Bool) (f10 Bool) (f11 Bool) (f12 Bool) (f13 Bool)))))
(declare-const a R)
(declare-const b R)
(assert (and (= a b) (not (= (f3 a) (f3 b)))))
(check-sat)
