; unsat
(declare-const x (_ BitVec 3))
(define-fun twice ((y (_ BitVec 3))) (_ BitVec 3) (bvadd y x))
(assert (distinct (twice x) (bvshl x #b001)))
