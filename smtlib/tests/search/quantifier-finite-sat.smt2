; sat
(declare-const x (_ BitVec 3))
(assert (forall ((y (_ BitVec 3))) (bvule x y)))
