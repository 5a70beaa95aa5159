// Reals: real arithmetic, with products and quotients of any two terms.
//
// Figure 5e of the ET paper, with both variables declared (see Core.g4).
// Changed: the figure lists `mod` for reals, but `mod` is an operator of Int.
// Kept: `sin`, `cos` and `tan` are in no SMT-LIB theory; z3 and cvc5 accept
// them as extensions.

grammar Reals;

real_const : '0.0' | '1.0' ;
var        : 'a' | 'b' ;

unop_real       : 'sin' | 'cos' | 'tan' ;
binop_real      : '-' | '+' | '*' | '/' ;
binop_real_bool : '=' | '>' | '<' | '>=' | '<=' ;
binop_bool      : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

real_term
    : real_const                                     # RealConstant
    | var                                            # RealVariable
    | '(' unop_real real_term ')'                    # RealUnary
    | '(' binop_real real_term real_term ')'         # RealBinary
    ;

bool_term
    : '(not' bool_term ')'                           # Not
    | '(' binop_bool bool_term bool_term ')'         # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'       # Ite
    | '(' binop_real_bool real_term real_term ')'    # RealComparison
    ;

decl_csts   : '(declare-const a Real)' '(declare-const b Real)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
