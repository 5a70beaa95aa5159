; error: 2:12: `(_ extract 8 0)` of 8 bits: the indices must fall and be below the width
(assert (= ((_ extract 8 0) #x00) #x00))
