; keep: is-cons
; keep: check-sat
; left: (declare-datatypes ((d 0) (c 0)) ((b) (cons)))
; left: (declare-const e c)
; left: (assert (is-cons e))
; left: (check-sat)

(declare-datatypes ((Tree 0) (Trees 0)) (((leaf) (node (value Int) (below Trees))) ((nil) (cons (head Tree) (tail Trees)))))
(declare-const forest Trees)
(declare-const tree Tree)
(assert (and (is-cons forest) (= (value tree) 12345) (= (head forest) tree)))
(check-sat)
