; unsat
; 2^24 assignments, of which the tree needs few.
(declare-const p0 Bool) (declare-const p1 Bool) (declare-const p2 Bool) (declare-const p3 Bool)
(declare-const p4 Bool) (declare-const p5 Bool) (declare-const p6 Bool) (declare-const p7 Bool)
(declare-const q0 Bool) (declare-const q1 Bool) (declare-const q2 Bool) (declare-const q3 Bool)
(declare-const q4 Bool) (declare-const q5 Bool) (declare-const q6 Bool) (declare-const q7 Bool)
(declare-const r0 Bool) (declare-const r1 Bool) (declare-const r2 Bool) (declare-const r3 Bool)
(declare-const r4 Bool) (declare-const r5 Bool) (declare-const r6 Bool) (declare-const r7 Bool)
(assert (and p0 (=> p0 p1) (=> p1 p2) (=> p2 p3) (=> p3 p4) (=> p4 p5) (=> p5 p6) (=> p6 p7)))
(assert (and (=> p7 q0) (=> q0 q1) (=> q1 q2) (=> q2 q3) (=> q3 q4) (=> q4 q5) (=> q5 q6)))
(assert (and (=> q6 q7) (=> q7 r0) (=> r0 r1) (=> r1 r2) (=> r2 r3) (=> r3 r4) (=> r4 r5)))
(assert (and (=> r5 r6) (=> r6 r7) (not r7)))
