; error: 2:18: (_ FloatingPoint 1000000000 2) is too wide: exponents have at most 120 bits, significands 65536
(declare-const x (_ FloatingPoint 1000000000 2))
