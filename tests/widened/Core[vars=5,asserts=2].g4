// What Core is by hand when it is widened as this file is called.

grammar Core;

bool_const : 'true' | 'false' ;
var        : 'a' | 'b' | 'c' | 'd' | 'e' ;

binop_bool : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

bool_term
    : bool_const                                 # BoolConstant
    | var                                        # BoolVariable
    | '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    ;

decl_csts
    : '(declare-const a Bool)' '(declare-const b Bool)' '(declare-const c Bool)'
      '(declare-const d Bool)' '(declare-const e Bool)'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt assert_stmt check_sat ;
