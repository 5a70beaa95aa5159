; error: 2:18: a bit-vector has between 1 and 16777216 bits, not 4000000000
(declare-const x (_ BitVec 4000000000))
