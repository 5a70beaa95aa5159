; sat
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x "b" y) (str.++ y "ab")))
(assert (> (str.len x) 0))
