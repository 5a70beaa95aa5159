; error: 3:28: this index is too large: an index is a numeral below 2^32
(declare-const x (_ BitVec 8))
(assert (= ((_ rotate_left 99999999999999999999) x) x))
