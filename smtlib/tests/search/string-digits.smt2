; sat
(declare-const x String)
(assert (= (str.to_int x) 17))
(assert (= (str.len x) 3))
