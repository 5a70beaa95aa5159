// Incremental: scripts that assert, check, open and close levels, and check again.
//
// The terms are few (two integers and a Boolean), so that small scripts are
// about what a solver keeps from one check to the next. Levels nest as `push`
// and `pop` must. Every script ends with a check.

grammar Incremental;

int_const : '0' | '1' ;
int_var   : 'a' | 'b' ;
bool_var  : 'p' ;

binop_int      : '+' | '-' | '*' ;
binop_int_bool : '=' | '<' ;
binop_bool     : 'and' | '=' ;

int_term
    : int_const                                  # IntConstant
    | int_var                                    # IntVariable
    | '(' binop_int int_term int_term ')'        # IntBinary
    ;

bool_term
    : bool_var                                   # BoolVariable
    | '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(' binop_int_bool int_term int_term ')'   # IntComparison
    ;

literal
    : bool_var                                   # Positive
    | '(not p)'                                  # Negative
    ;

steps
    : step                                       # Last
    | step steps                                 # Then
    ;

step
    : assert_stmt                                # Assert
    | assert_stmt check_sat                      # AssertAndCheck
    | '(push 1)' steps '(pop 1)'                 # Level
    | <cost=1> '(check-sat-assuming (' literal '))'   # CheckAssuming
    ;

decl_csts
    : '(declare-const a Int)' '(declare-const b Int)'
      '(declare-const p Bool)'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts steps check_sat ;
