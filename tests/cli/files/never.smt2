(declare-const a (_ BitVec 8))
(assert (bvult a (bvand a #x0f)))
(check-sat)
