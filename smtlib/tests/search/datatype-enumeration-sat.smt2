; sat
(declare-datatype Colour ((red) (green) (blue)))
(declare-const a Colour) (declare-const b Colour) (declare-const c Colour)
(assert (distinct a b c))
(assert ((_ is blue) a))
