; sat
(declare-const x Real)
(declare-const y Real)
(assert (= x (+ (exp 1.0) (/ 1.0 (sqrt (+ 2.0 (sqrt 3.0)))) (* real.pi (arctan 3.0)))))
(assert (= y (- (^ (cos 2.0) 3.0))))
