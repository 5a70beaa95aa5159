; error: 2:19: a bit-vector has between 1 and 16777216 bits, not 1000000000
(assert (= (_ bv5 1000000000) #x0))
