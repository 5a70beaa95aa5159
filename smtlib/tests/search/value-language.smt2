; sat
(declare-const r RegLan)
(declare-const s String)
(assert (str.in_re "ab" r))
(assert (not (str.in_re "b" r)))
(assert (not (= s "")))
