; solver: z3@4.8.7
; kind: refutation-unsoundness
; gone: z3@5.4.0
; theory: Strings 37/weaken,fuse,recombine,graft/0
(declare-const a String)
(declare-const b String)
(assert (exists ((b!1 Bool)) (and b!1 (str.<= "a" (str.++ "a" "a")))))
(check-sat)
