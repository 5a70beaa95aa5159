; error: 3:9: argument 2 of `=` is of sort Int, not Bool
(declare-const x Bool)
(assert (= x 1))
