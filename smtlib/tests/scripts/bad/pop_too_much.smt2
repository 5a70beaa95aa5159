; error: 3:1: there are 1 levels to pop, not 2
(push 1)
(pop 2)
