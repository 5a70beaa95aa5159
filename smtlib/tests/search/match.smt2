; sat
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(declare-const x Int)
(assert (match l ((nil false) ((cons h t) (= h (+ x 1) 2)))))
