; sat
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt ((_ to_fp 11 53) RNE 1.5) x))
(assert (fp.leq x (fp.add RTP ((_ to_fp 11 53) RNE 1.5) ((_ to_fp 11 53) RNE 0.0000000000000001))))
