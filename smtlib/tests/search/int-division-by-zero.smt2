; unknown
; An interpretation of division may make it true.
(declare-const x (_ BitVec 2))
(assert (= (div (ubv_to_int x) 0) 7))
