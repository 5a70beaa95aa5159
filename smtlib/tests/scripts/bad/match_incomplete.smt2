; error: 4:9: this `match` has no case for `green`
(declare-datatype Color ((red) (green)))
(declare-const c Color)
(assert (match c ((red true))))
