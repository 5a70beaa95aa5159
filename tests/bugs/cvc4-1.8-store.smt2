; solver: cvc4@1.8
; source: system
; kind: invalid-model
; gone: cvc5@1.4.2
; theory: Arrays 8126898
(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))
(declare-const b (_ BitVec 64))
(assert (= (store a (bvurem #x1111111111111111 #x1111111111111111) (bvneg b)) (store a #x1111111111111111 #x1111111111111111)))
(check-sat)
