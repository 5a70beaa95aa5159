; sat
(declare-const a (Seq Int))
(declare-const b (Seq Int))
(assert (= (seq.len a) 3))
(assert (= (seq.rev a) a))
(assert (= (seq.replace a b a) (seq.++ a (seq.extract a 1 2))))
