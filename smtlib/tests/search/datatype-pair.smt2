; unsat
(declare-datatype Pair ((pair (first Bool) (second (_ BitVec 2)))))
(declare-const x Pair)
(assert (distinct x (pair (first x) (second x))))
