; error: 2:12: (_ FloatingPoint 5 1000000000) is too wide: exponents have at most 120 bits, significands 65536
(assert (= (_ NaN 5 1000000000) (_ NaN 5 11)))
