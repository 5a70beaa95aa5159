; error: 2:12: this string is never closed
(assert (= "a b))
