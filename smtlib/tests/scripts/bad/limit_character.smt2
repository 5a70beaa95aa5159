; error: 2:20: a character is #x0 to #x2FFFF
(assert (= (_ char #x110000) ""))
