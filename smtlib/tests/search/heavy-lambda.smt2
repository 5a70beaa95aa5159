; unknown
(declare-const x (_ BitVec 10))
(assert (= (lambda ((y (_ BitVec 10))) (bvadd x y)) (lambda ((y (_ BitVec 10))) (bvmul x y))))
