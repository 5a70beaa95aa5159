// Quantifiers: `forall` and `exists` over integers, bit-vectors of four bits and
// the Booleans.
//
// The bound variables have the names of declared ones. So every formula is
// closed however its quantifiers nest, a name that nothing binds is a constant,
// and solvers must keep a name's scopes apart.

grammar Quantifiers;

int_const : '0' | '1' ;
bv_const  : '#x0' | '#x8' ;
int_var   : 'a' | 'b' ;
bv_var    : 'u' | 'v' ;
bool_var  : 'p' ;

quantifier : 'forall' | 'exists' ;
sorted_var
    : '(a Int)' | '(b Int)'
    | '(u (_ BitVec 4))' | '(v (_ BitVec 4))'
    | '(p Bool)'
    ;

binop_int      : '+' | '*' ;
unop_bv        : 'bvnot' | 'bvneg' ;
binop_bv       : 'bvand' | 'bvadd' | 'bvmul' | 'bvudiv' | 'bvshl' ;
binop_int_bool : '=' | '<' | '<=' ;
binop_bv_bool  : '=' | 'bvult' | 'bvsle' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | '=>' ;

int_term
    : int_const                                          # IntConstant
    | int_var                                            # IntVariable
    | '(-' int_term ')'                                  # IntNegation
    | '(' binop_int int_term int_term ')'                # IntBinary
    ;

bv_term
    : bv_const                                           # BvConstant
    | bv_var                                             # BvVariable
    | '(' unop_bv bv_term ')'                            # BvUnary
    | '(' binop_bv bv_term bv_term ')'                   # BvBinary
    ;

bool_term
    : bool_var                                           # BoolVariable
    | '(' quantifier '(' sorted_var ')' bool_term ')'    # Quantified
    | '(not' bool_term ')'                               # Not
    | '(' binop_bool bool_term bool_term ')'             # BoolBinary
    | '(' binop_int_bool int_term int_term ')'           # IntComparison
    | '(' binop_bv_bool bv_term bv_term ')'              # BvComparison
    ;

decl_csts
    : '(declare-const a Int)' '(declare-const b Int)'
      '(declare-const u (_ BitVec 4))' '(declare-const v (_ BitVec 4))'
      '(declare-const p Bool)'
    ;
assert_stmt : '(assert (' quantifier '(' sorted_var ')' bool_term '))' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
