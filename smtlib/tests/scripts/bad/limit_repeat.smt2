; error: 3:12: `(_ repeat 1000000000)` would have 8000000000 bits: between 1 and 16777216 can be had
(declare-const x (_ BitVec 8))
(assert (= ((_ repeat 1000000000) x) x))
