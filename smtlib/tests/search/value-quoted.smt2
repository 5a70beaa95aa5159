; sat
(declare-const |a b| Int)
(declare-const |let| String)
(assert (= |a b| (- 5)))
(assert (= |let| "a""b\u{7f}\u{1F600}"))
