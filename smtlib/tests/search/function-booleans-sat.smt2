; sat
(declare-fun f (Bool Bool) Bool)
(assert (and (f true true) (f false false) (not (f true false)) (not (f false true))))
