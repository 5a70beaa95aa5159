// Ints: integer arithmetic, with products, `div` and `mod` of any two terms.
//
// Figure 5d of the ET paper, with both variables declared (see Core.g4).
// As in the figure, Bool has neither variables nor constants here: every
// formula rests on comparisons of integers.

grammar Ints;

int_const : '0' | '1' ;
var       : 'a' | 'b' ;

unop_int       : '-' | 'abs' ;
binop_int      : '-' | '+' | '*' | 'div' | 'mod' ;
binop_int_bool : '=' | '>' | '<' | '>=' | '<=' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

int_term
    : int_const                                  # IntConstant
    | var                                        # IntVariable
    | '(' unop_int int_term ')'                  # IntUnary
    | '(' binop_int int_term int_term ')'        # IntBinary
    ;

bool_term
    : '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    | '(' binop_int_bool int_term int_term ')'   # IntComparison
    ;

decl_csts   : '(declare-const a Int)' '(declare-const b Int)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
