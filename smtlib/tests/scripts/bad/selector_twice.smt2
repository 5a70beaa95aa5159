; error: 2:54: `f` is declared already
(declare-datatypes ((A 0) (B 0)) (((a (f Int))) ((b (f Bool)))))
