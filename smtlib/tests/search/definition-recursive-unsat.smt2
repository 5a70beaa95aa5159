; unsat
(define-fun-rec sum ((x Int)) Int (ite (<= x 0) 0 (+ x (sum (- x 1)))))
(declare-const x (_ BitVec 2))
(assert (= (sum (ubv_to_int x)) 2))
