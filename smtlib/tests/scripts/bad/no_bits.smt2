; error: 2:19: the value does not fit a bit-vector of 0 bits
(assert (= (_ bv0 0) #x0))
