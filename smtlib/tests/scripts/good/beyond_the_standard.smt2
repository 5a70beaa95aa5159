; Options and commands that some solvers have and the standard lacks.
(set-option :smt.arith.solver 2)
(set-option :incremental true)
(set-option :timeout 5000)
(set-logic QF_LIA)
(declare-const a Int)
(declare-pool p Int (1 2))
(assert (> a 3))
(assert-soft (> a 7) :weight 2)
(minimize a)
(check-sat-using (then simplify smt))
(get-objectives)
(eval (+ a 1))
(simplify (+ 1
  1)) ; a comment
(display a)
(apply (then simplify
  solve-eqs))
(get-user-tactics)
(get-difficulty)
(block-model :values)
(reset-assertions)
(check-sat)
