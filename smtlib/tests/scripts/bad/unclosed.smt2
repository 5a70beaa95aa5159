; error: 2:1: this `(` is never closed
(assert (= 1 1)
