; sat
(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X)))))))
(declare-const x (L (L Int)))
(declare-const y (L Bool))
(assert (not (= x (as nil (L (L Int))))))
(assert (= (head y) true))
(assert ((_ is cons) y))
