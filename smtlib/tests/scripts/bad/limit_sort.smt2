; error: 3:18: this sort is made of more than 4096 sorts: `define-sort` can name its parts
(define-sort D (X) (Array X X))
(declare-const x (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D Int))))))))))))))))))))))))))))))))))))))))
