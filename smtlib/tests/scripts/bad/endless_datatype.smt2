; error: 2:19: no value of this datatype is finite
(declare-datatype Endless ((more (rest Endless))))
