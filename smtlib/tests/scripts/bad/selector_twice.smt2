; error: 2:38: `f` is declared already
(declare-datatype A ((a (f Int)) (b (f Bool))))
