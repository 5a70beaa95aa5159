; error: 2:19: a bit-vector has between 1 and 16777216 bits, not 0
(assert (= (_ bv0 0) #x0))
