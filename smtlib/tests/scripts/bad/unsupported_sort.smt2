; error: 2:18: the sort `Set` is not supported
(declare-const x (Set Int))
