; error: 2:13: this string is never closed
(assert (= "a b))
