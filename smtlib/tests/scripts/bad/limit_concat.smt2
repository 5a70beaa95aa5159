; error: 3:12: `concat` would have 33554432 bits: between 1 and 16777216 can be had
(declare-const x (_ BitVec 16777216))
(assert (= (concat x x) x))
