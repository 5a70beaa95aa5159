; sat
(declare-const x String)
(assert (= (str.len x) 23))
