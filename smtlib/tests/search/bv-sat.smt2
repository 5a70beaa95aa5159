; sat
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvmul x y) #x23))
(assert (and (bvult #x01 x) (bvult x y)))
