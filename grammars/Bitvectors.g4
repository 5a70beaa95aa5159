// Bitvectors: words of 64 bits, and their values as integers.
//
// Figure 5c of the ET paper, with both variables declared (see Core.g4).
// Changed: both constants have 16 hexadecimal digits (those of the figure are
// some digits off).
// Kept: `bv2nat`. SMT-LIB 2.7 calls it `ubv_to_int`; today's solvers accept
// both names, those of some years ago only the old one.

grammar Bitvectors;

bv_const  : '#x0000000000000000' | '#x1111111111111111' ;
int_const : '0' | '1' ;
var       : 'a' | 'b' ;

unop_bv        : 'bvnot' | 'bvneg' ;
binop_bv       : 'bvand' | 'bvor' | 'bvadd' | 'bvmul' | 'bvudiv' | 'bvurem' | 'bvshl' | 'bvlshr' ;
binop_bv_bool  : 'bvult' | '=' | 'distinct' ;
binop_int_bool : '=' | 'distinct' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

bv_term
    : bv_const                                   # BvConstant
    | var                                        # BvVariable
    | '(' unop_bv bv_term ')'                    # BvUnary
    | '(' binop_bv bv_term bv_term ')'           # BvBinary
    ;

int_term
    : int_const                                  # IntConstant
    | '(bv2nat' bv_term ')'                      # BvToNat
    ;

bool_term
    : '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    | '(' binop_bv_bool bv_term bv_term ')'      # BvComparison
    | '(' binop_int_bool int_term int_term ')'   # IntComparison
    ;

decl_csts   : '(declare-const a (_ BitVec 64))' '(declare-const b (_ BitVec 64))' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
