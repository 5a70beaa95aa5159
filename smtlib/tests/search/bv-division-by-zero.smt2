; unsat
; The standard says what it is.
(declare-const x (_ BitVec 3))
(assert (distinct (bvudiv x #b000) #b111))
