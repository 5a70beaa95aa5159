; unsat
(declare-const x (_ BitVec 3))
(assert (forall ((y (_ BitVec 3))) (bvult x y)))
