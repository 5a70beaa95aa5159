; solver: cvc5@1.0.3
; source: system
; kind: invalid-model
; gone: cvc5@1.4.2
; theory: Arrays 7424749
(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))
(declare-const b (_ BitVec 64))
(assert (= (store a b (bvnot b)) (store a (bvnot b) b)))
(check-sat)
