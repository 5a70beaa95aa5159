; error: 2:1: SMT-LIB has no command `prove`
(prove (= 1 1))
