; unsat
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (distinct (bvadd x y) (bvadd (bvxor x y) (bvshl (bvand x y) #x1))))
