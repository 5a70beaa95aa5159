; error: 2:17: this `)` closes nothing
(assert (= 1 1)))
