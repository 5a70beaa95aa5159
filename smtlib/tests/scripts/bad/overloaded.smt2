; error: 3:12: `none` has several meanings here: write (as none <sort>)
(declare-datatypes ((A 0) (B 0)) (((mk) (none)) ((mkb) (none))))
(assert (= none (as none A)))
