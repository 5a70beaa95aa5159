; unsat
(declare-const a (Array Bool (_ BitVec 2)))
(declare-const b (Array Bool (_ BitVec 2)))
(assert (distinct a b))
(assert (= (select a true) (select b true)))
(assert (= (select a false) (select b false)))
