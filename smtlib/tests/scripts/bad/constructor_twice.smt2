; error: 2:41: `blue` is declared already
(declare-datatype Colour ((red) (blue) (blue)))
