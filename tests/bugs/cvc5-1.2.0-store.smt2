; solver: cvc5@1.2.0
; kind: invalid-model
; gone: cvc5@1.4.2
; theory: Arrays 124510
(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))
(declare-const b (_ BitVec 64))
(assert (= (store (store a #x0000000000000000 b) #x1111111111111111 (bvurem #x1111111111111111 b)) a))
(check-sat)
