; sat
(assert (= (+ 1 1) 2))
