// Core: the Booleans.
//
// Figure 5a of the ET paper (Winterer and Su, OOPSLA 2024), with one change
// that all eight theories share: the figures write one declaration with a
// variable of any name; here both variables are declared, once each, in order.
//
// Operator rules are named after arity, argument sort and, where it is another
// sort, result sort: `binop_int_bool` takes two Ints and gives a Bool.

grammar Core;

bool_const : 'true' | 'false' ;
var        : 'a' | 'b' ;

binop_bool : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

bool_term
    : bool_const                                 # BoolConstant
    | var                                        # BoolVariable
    | '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    ;

decl_csts   : '(declare-const a Bool)' '(declare-const b Bool)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
