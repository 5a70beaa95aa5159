; keep: str.replace_all
; keep: check-sat
; left: (assert (= (str.replace_all "" "" "") ""))
; left: (check-sat)

(declare-const text String)
(define-fun twice ((x String)) String (str.++ x x))
(define-fun cut ((x String)) String (str.replace_all (twice x) "abc" "d"))
(push 1)
(assert (= (cut text) "dd"))
(check-sat)
(pop 1)
(assert (! (let ((y (cut text))) (or (= y "ddd") (= y (twice y)))) :named top))
(check-sat)
