; unknown
(declare-const x (_ BitVec 64))
(assert (= (bvmul x x) #x0000000000000002))
