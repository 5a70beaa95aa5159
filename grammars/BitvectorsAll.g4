// BitvectorsAll: every operator of SMT-LIB 2.7 on words of 8, 4 and 1 bits, with
// its tests for overflow and its conversions to and from integers.
//
// Words are short, so that a search can go through all values of `a` and `b`.
// Those of 4 bits are halves, those of 1 bit comparisons and signs, so that what
// changes a width (`concat`, `extract`, `repeat`, the extensions, `bvcomp`)
// finds an operand of the width it wants. Kept out: `bv2nat` and `nat2bv`, the
// former names of `ubv_to_int` and `int_to_bv` (Bitvectors.g4 has `bv2nat`).

grammar BitvectorsAll;

bv_const  : '#x00' | '#x80' ;
int_const : '0' | '1' ;
var       : 'a' | 'b' ;

unop_bv        : 'bvnot' | 'bvneg' | '(_ rotate_left 3)' | '(_ rotate_right 3)' ;
binop_bv
    : 'bvand' | 'bvor' | 'bvxor' | 'bvnand' | 'bvnor' | 'bvxnor'
    | 'bvadd' | 'bvsub' | 'bvmul' | 'bvudiv' | 'bvurem' | 'bvsdiv' | 'bvsrem' | 'bvsmod'
    | 'bvshl' | 'bvlshr' | 'bvashr'
    ;
unop_half_bv   : '(_ zero_extend 4)' | '(_ sign_extend 4)' | '(_ repeat 2)' ;
unop_bv_half   : '(_ extract 7 4)' | '(_ extract 3 0)' ;
unop_bit_half  : '(_ zero_extend 3)' | '(_ sign_extend 3)' | '(_ repeat 4)' ;
unop_bv_int    : 'ubv_to_int' | 'sbv_to_int' ;
binop_bv_bool
    : '=' | 'distinct'
    | 'bvult' | 'bvule' | 'bvugt' | 'bvuge' | 'bvslt' | 'bvsle' | 'bvsgt' | 'bvsge'
    | 'bvuaddo' | 'bvsaddo' | 'bvumulo' | 'bvsmulo' | 'bvusubo' | 'bvssubo' | 'bvsdivo'
    ;
binop_int_bool : '=' | '<' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

bv_term
    : bv_const                                   # BvConstant
    | var                                        # BvVariable
    | '(' unop_bv bv_term ')'                    # BvUnary
    | '(' binop_bv bv_term bv_term ')'           # BvBinary
    | '(' unop_half_bv half_term ')'             # BvOfHalf
    | '(concat' half_term half_term ')'          # Concat
    | '((_ int_to_bv 8)' int_term ')'            # IntToBv
    ;

half_term
    : '(' unop_bv_half bv_term ')'               # Extract
    | '(' unop_bit_half bit_term ')'             # HalfOfBit
    ;

bit_term
    : '(bvcomp' bv_term bv_term ')'              # Compare
    | '((_ extract 7 7)' bv_term ')'             # Sign
    ;

int_term
    : int_const                                  # IntConstant
    | '(' unop_bv_int bv_term ')'                # BvToInt
    | '(-' int_term ')'                          # IntNegation
    ;

bool_term
    : '(not' bool_term ')'                       # Not
    | '(' binop_bool bool_term bool_term ')'     # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'   # Ite
    | '(' binop_bv_bool bv_term bv_term ')'      # BvComparison
    | '(bvnego' bv_term ')'                      # BvNegOverflow
    | '(' binop_int_bool int_term int_term ')'   # IntComparison
    ;

decl_csts   : '(declare-const a (_ BitVec 8))' '(declare-const b (_ BitVec 8))' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
