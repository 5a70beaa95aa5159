// What Arrays is by hand when it is widened as this file is called.

grammar Arrays;

bv_const : '#x0000000000000000' | '#x1111111111111111' ;
arr_var  : 'a' | 'c' | 'e' ;
bv_var   : 'b' | 'd' ;

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
      '(declare-const c (Array (_ BitVec 64) (_ BitVec 64)))'
      '(declare-const d (_ BitVec 64))'
      '(declare-const e (Array (_ BitVec 64) (_ BitVec 64)))'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
