; error: 2:1: more than 100000 levels
(push 4294967295)
