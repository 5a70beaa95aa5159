// Arrays: an array `a` from 64-bit words to 64-bit words, and a word `b`.
//
// Figures 3a and 5b of the ET paper. Changed: `store` takes any array, not only
// the variable (figure 3c shows a nested store that the figures' own grammar
// cannot derive), and both constants have 16 hexadecimal digits.
// As in the figures, a formula is one (dis)equality of two arrays.

grammar Arrays;

bv_const : '#x0000000000000000' | '#x1111111111111111' ;
arr_var  : 'a' ;
bv_var   : 'b' ;

unop_bv        : 'bvnot' | 'bvneg' ;
binop_bv       : 'bvand' | 'bvor' | 'bvadd' | 'bvmul' | 'bvudiv' | 'bvurem' | 'bvshl' | 'bvlshr' ;
binop_arr_bool : '=' | 'distinct' ;

bv_term
    : bv_const                                   # BvConstant
    | bv_var                                     # BvVariable
    | '(' unop_bv bv_term ')'                    # BvUnary
    | '(' binop_bv bv_term bv_term ')'           # BvBinary
    | '(select' arr_term bv_term ')'             # Select
    ;

arr_term
    : arr_var                                    # ArrVariable
    | '(store' arr_term bv_term bv_term ')'      # Store
    ;

bool_term
    : '(' binop_arr_bool arr_term arr_term ')'   # ArrComparison
    ;

decl_csts
    : '(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))'
      '(declare-const b (_ BitVec 64))'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
