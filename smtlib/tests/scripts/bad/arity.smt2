; error: 3:9: `f` takes 2 arguments, not 1
(declare-fun f (Int Int) Bool)
(assert (f 1))
