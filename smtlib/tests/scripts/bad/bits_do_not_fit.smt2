; error: 2:20: the value does not fit a bit-vector of 4 bits
(assert (= (_ bv16 4) #x0))
