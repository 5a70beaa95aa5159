; error: 2:18: the sort `Seq` is not supported
(declare-const x (Seq Int))
