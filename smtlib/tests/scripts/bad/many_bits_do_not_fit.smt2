; error: 2:38: the value does not fit a bit-vector of 64 bits
(assert (= (_ bv18446744073709551616 64) #x0000000000000000))
