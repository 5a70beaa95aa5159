; error: 3:12: `(_ sign_extend 4294967295)` would have 4294967303 bits: between 1 and 16777216 can be had
(declare-const x (_ BitVec 8))
(assert (= ((_ sign_extend 4294967295) x) x))
