; sat
(declare-const a (Array Int Real))
(assert (= (select a 0) (sqrt 2.0)))
(assert (= a ((as const (Array Int Real)) (sqrt 2.0))))
