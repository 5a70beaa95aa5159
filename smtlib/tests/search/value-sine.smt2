; sat
(declare-const x Real)
(assert (= x (sin 1.0)))
