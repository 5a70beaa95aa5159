; error: 2:1: sort parameters (`declare-sort-parameter`) are not supported
(declare-sort-parameter X)
