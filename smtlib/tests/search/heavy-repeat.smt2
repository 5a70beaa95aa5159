; unknown
(declare-const x (_ BitVec 8))
(assert (= ((_ repeat 2000000) x) ((_ repeat 2000000) (bvnot x))))
