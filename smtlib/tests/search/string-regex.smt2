; sat
(declare-const x String)
(assert (str.in_re x (re.++ (re.+ (str.to_re "ab")) (re.range "x" "z"))))
