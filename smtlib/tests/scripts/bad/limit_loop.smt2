; error: 3:36: this index is too large: an index is a numeral below 2^32
(declare-const s String)
(assert (str.in_re s ((_ re.loop 0 99999999999) re.allchar)))
