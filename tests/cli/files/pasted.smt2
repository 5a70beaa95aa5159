; A formula as somebody pasted it: comments, other lines, other spaces.
( declare-const
    a   Bool )      ; the first
(declare-const b Bool)

(assert
  ; comments (may hold "anything)
  ( not a )
)
(check-sat)   ; is it?
