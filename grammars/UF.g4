// UF: one uninterpreted sort `U` with functions into it, from it and over the Booleans.
//
// `g` takes two arguments, so that congruence has something to do; `h` takes a
// Bool, which solvers must split on, and `p` gives one. With `ite` and `h` the
// two sorts reach into each other.

grammar UF;

var : 'a' | 'b' ;

binop_u_bool : '=' | 'distinct' ;
binop_bool   : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

u_term
    : var                                        # UVariable
    | '(f' u_term ')'                            # F
    | '(g' u_term u_term ')'                     # G
    | '(h' bool_term ')'                         # H
    | '(ite' bool_term u_term u_term ')'         # UIte
    ;

bool_term
    : '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    | '(' binop_u_bool u_term u_term ')'         # UComparison
    | '(distinct' u_term u_term u_term ')'       # UDistinct
    | '(p' u_term ')'                            # P
    ;

decl_funs
    : '(declare-sort U 0)'
      '(declare-fun f (U) U)'
      '(declare-fun g (U U) U)'
      '(declare-fun h (Bool) U)'
      '(declare-fun p (U) Bool)'
    ;
decl_csts   : '(declare-const a U)' '(declare-const b U)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_funs decl_csts assert_stmt check_sat ;
