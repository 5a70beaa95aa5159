; error: 3:12: the sort of `nil` is not known here: write (as nil <sort>)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(assert (= nil (as nil (List Int))))
