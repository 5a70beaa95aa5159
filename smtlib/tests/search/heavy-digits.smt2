; unknown
(declare-const x (_ BitVec 16777216))
(assert (= (str.from_int (ubv_to_int x)) "7a"))
