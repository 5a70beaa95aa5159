; unsat
(declare-const a (Array (_ BitVec 1) Bool))
(declare-const i (_ BitVec 1))
(declare-const p Bool)
(assert (distinct (select (store a i p) i) p))
