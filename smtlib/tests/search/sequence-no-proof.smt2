; unknown
; There are infinitely many sequences, even of Booleans.
(declare-const a (Seq Bool))
(assert (distinct (seq.len (seq.rev a)) (seq.len a)))
