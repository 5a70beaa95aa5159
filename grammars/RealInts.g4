// RealInts: an Int `a` and a Real `b`, with conversions both ways.
//
// Figure 6a of the ET paper. Changed: `to_real` takes an Int (the figure gives
// it a Real), `to_int` has its operand, and `mod`, an operator of Int, is no
// longer listed for reals.
// Kept: `sin`, `cos` and `tan` are in no SMT-LIB theory; z3 and cvc5 accept
// them as extensions. As in the figure, only reals are compared (integers get
// there through `to_real`), and the theory's `is_int` is absent.

grammar RealInts;

int_const  : '0' | '1' ;
real_const : '0.0' | '1.0' ;
int_var    : 'a' ;
real_var   : 'b' ;

unop_int        : '-' | 'abs' ;
binop_int       : '-' | '+' | '*' | 'div' | 'mod' ;
unop_real       : 'sin' | 'cos' | 'tan' ;
binop_real      : '-' | '+' | '*' | '/' ;
binop_real_bool : '=' | '>' | '<' | '>=' | '<=' ;
binop_bool      : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

int_term
    : int_const                                      # IntConstant
    | int_var                                        # IntVariable
    | '(' unop_int int_term ')'                      # IntUnary
    | '(' binop_int int_term int_term ')'            # IntBinary
    | '(to_int' real_term ')'                        # ToInt
    ;

real_term
    : real_const                                     # RealConstant
    | real_var                                       # RealVariable
    | '(' unop_real real_term ')'                    # RealUnary
    | '(' binop_real real_term real_term ')'         # RealBinary
    | '(to_real' int_term ')'                        # ToReal
    ;

bool_term
    : '(not' bool_term ')'                           # Not
    | '(' binop_bool bool_term bool_term ')'         # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'       # Ite
    | '(' binop_real_bool real_term real_term ')'    # RealComparison
    ;

decl_csts   : '(declare-const a Int)' '(declare-const b Real)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
