; sat
(declare-const x Int)
(declare-fun f (Int) Bool)
