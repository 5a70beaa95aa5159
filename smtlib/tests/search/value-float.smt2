; sat
(declare-const x (_ FloatingPoint 3 5))
(declare-const m RoundingMode)
(declare-const y Float16)
(assert (fp.isNaN x))
(assert (fp.isSubnormal y))
(assert (= (fp.add m y y) (fp.add RTP y y)))
