; error: 3:12: `(_ int_to_bv 1000000000)` would have 1000000000 bits: between 1 and 16777216 can be had
(declare-const x Int)
(assert (= ((_ int_to_bv 1000000000) x) #x0))
