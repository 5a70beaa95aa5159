; sat
(declare-const x (_ BitVec 128))
(assert (bvsgt (bvadd x (_ bv1 128)) x))
(assert (bvslt (bvadd x (_ bv2 128)) x))
