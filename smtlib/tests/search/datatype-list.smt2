; sat
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert ((_ is cons) (tail l)))
(assert (= (head (tail l)) 1))
(assert ((_ is cons) l))
