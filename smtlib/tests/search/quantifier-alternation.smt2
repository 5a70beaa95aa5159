; unknown
; For each value of y another one of z: no few integers stand for all.
(assert (forall ((y Int)) (exists ((z Int)) (= y z))))
