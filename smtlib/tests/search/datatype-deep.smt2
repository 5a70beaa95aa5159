; sat
(declare-datatype A ((a (of Bool))))
(declare-datatype B ((b (ofb A) (n Int))))
(declare-datatype C ((c (ofc B))))
(declare-datatype D ((d (ofd C))))
(declare-datatype E ((e (ofe D))))
(declare-const x E)
(assert (of (ofb (ofc (ofd (ofe x))))))
