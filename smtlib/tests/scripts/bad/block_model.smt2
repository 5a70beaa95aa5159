; error: 5:1: what this asks depends on the model that `block-model` excludes
(declare-const a Bool)
(check-sat)
(block-model :values)
(check-sat-assuming (a))
