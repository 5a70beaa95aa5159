; error: 5:9: there is no `x` here
(push 1)
(declare-const x Bool)
(pop 1)
(assert x)
