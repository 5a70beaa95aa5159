// NestedArrays: an array `a` of arrays, and one of its rows, `b`.
//
// Rows map the two Booleans to integers and `a` maps integers to rows, so that
// one index sort is finite and one is not: arrays that are written at every
// index, and constant arrays that differ nowhere, are what solvers get wrong.
// Constant arrays hold constants only: that is what cvc5 takes.

grammar NestedArrays;

int_const : '0' | '1' ;
arr_var   : 'a' ;
row_var   : 'b' ;

binop_int_bool : '=' | '<' ;
binop_row_bool : '=' | 'distinct' ;
binop_arr_bool : '=' | 'distinct' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;
bool_const     : 'true' | 'false' ;

int_term
    : int_const                                                      # IntConstant
    | '(select' row_term bool_index ')'                              # RowSelect
    ;

bool_index
    : bool_const                                                     # BoolConstant
    | bool_term                                                      # BoolIndex
    ;

row_const : '((as const (Array Bool Int))' int_const ')' ;
row_term
    : row_var                                                        # RowVariable
    | row_const                                                      # RowConstant
    | '(store' row_term bool_index int_term ')'                      # RowStore
    | '(select' arr_term int_term ')'                                # Select
    ;

arr_term
    : arr_var                                                        # ArrVariable
    | '((as const (Array Int (Array Bool Int)))' row_const ')'       # ArrConstant
    | '(store' arr_term int_term row_term ')'                        # Store
    ;

bool_term
    : '(not' bool_term ')'                                           # Not
    | '(' binop_bool bool_term bool_term ')'                         # BoolBinary
    | '(' binop_int_bool int_term int_term ')'                       # IntComparison
    | '(' binop_row_bool row_term row_term ')'                       # RowComparison
    | '(' binop_arr_bool arr_term arr_term ')'                       # ArrComparison
    ;

decl_csts
    : '(declare-const a (Array Int (Array Bool Int)))'
      '(declare-const b (Array Bool Int))'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
