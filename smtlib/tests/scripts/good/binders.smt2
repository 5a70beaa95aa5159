; Lets vanish, and what they would have kept apart stays apart.
(declare-const a Int)
(declare-const b Int)
(assert (let ((x a)) (forall ((a Int)) (= a x))))
(assert (let ((a b) (b a)) (< a b)))
(assert (let ((x 1)) (let ((x (+ x 1)) (y x)) (= x y))))
(assert (forall ((x Int)) (let ((y x)) (exists ((x Int)) (< x y)))))
(assert (exists ((x Int) (y Bool)) (! (ite y (> x 0) (< x 0)) :pattern ((+ x 1) (- x)) :qid name)))
(assert (forall ((|x y| Int) (and Bool)) (=> and (= |x y| |x y|))))
