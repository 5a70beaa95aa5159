// FloatsAll: every operator of the SMT-LIB theory of floating-point numbers, on
// two formats, with a rounding mode `r` that is a variable.
//
// Arithmetic is in single precision; `b` is of double precision, to round from and
// to extend to. The words that numbers are made of and become have 32 bits, and 8
// where they may be out of range. Formats other than these two are
// experimental in cvc5.

grammar FloatsAll;

fp_const
    : '(_ +zero 8 24)'
    | '(_ NaN 8 24)'
    | '(fp #b0 #b01111111 #b00000000000000000000000)'
    ;
var        : 'a' ;
wide_var   : 'b' ;
rm_const   : 'RNE' | 'RNA' | 'RTP' | 'RTN' | 'RTZ' ;
rm_var     : 'r' ;
bv_const   : '#x00000000' | '#x7f800001' ;
real_const : '0.0' | '0.5' ;

unop_fp       : 'fp.abs' | 'fp.neg' ;
unop_rm_fp    : 'fp.sqrt' | 'fp.roundToIntegral' ;
binop_fp      : 'fp.rem' | 'fp.min' | 'fp.max' ;
binop_rm_fp   : 'fp.add' | 'fp.sub' | 'fp.mul' | 'fp.div' ;
unop_bv_fp    : '(_ to_fp 8 24)' | '(_ to_fp_unsigned 8 24)' ;
unop_fp_byte  : '(_ fp.to_ubv 8)' | '(_ fp.to_sbv 8)' ;
test_fp
    : 'fp.isNormal' | 'fp.isSubnormal' | 'fp.isZero' | 'fp.isInfinite' | 'fp.isNaN'
    | 'fp.isNegative' | 'fp.isPositive'
    ;
binop_fp_bool   : '=' | 'distinct' | 'fp.leq' | 'fp.lt' | 'fp.eq' | 'fp.geq' | 'fp.gt' ;
binop_wide_bool : '=' | 'fp.lt' | 'fp.eq' ;
binop_byte_bool : '=' | 'bvult' ;
binop_real_bool : '=' | '<' | '<=' ;
binop_bool      : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

rm
    : rm_const                                           # RmConstant
    | rm_var                                             # RmVariable
    ;

fp_term
    : fp_const                                           # FpConstant
    | var                                                # FpVariable
    | '(' unop_fp fp_term ')'                            # FpUnary
    | '(' binop_fp fp_term fp_term ')'                   # FpBinary
    | '(' unop_rm_fp rm fp_term ')'                      # FpRoundedUnary
    | '(' binop_rm_fp rm fp_term fp_term ')'             # FpRoundedBinary
    | '(fp.fma' rm fp_term fp_term fp_term ')'           # FpFusedMultiplyAdd
    | '((_ to_fp 8 24)' bv_term ')'                      # FpOfBits
    | '(' unop_bv_fp rm bv_term ')'                      # FpOfInteger
    | '((_ to_fp 8 24)' rm wide_term ')'                 # FpOfWide
    | '((_ to_fp 8 24)' rm real_term ')'                 # FpOfReal
    ;

wide_term
    : wide_var                                           # WideVariable
    | '((_ to_fp 11 53)' rm fp_term ')'                  # WideOfFp
    ;

bv_term
    : bv_const                                           # BvConstant
    | '(bvnot' bv_term ')'                               # BvNot
    ;

byte_term
    : '#x00'                                             # ByteZero
    | '#x80'                                             # ByteSign
    | '(' unop_fp_byte rm fp_term ')'                    # ByteOfFp
    ;

real_term
    : real_const                                         # RealConstant
    | '(fp.to_real' fp_term ')'                          # RealOfFp
    ;

bool_term
    : '(' test_fp fp_term ')'                            # FpTest
    | '(' binop_fp_bool fp_term fp_term ')'              # FpComparison
    | '(' binop_wide_bool wide_term wide_term ')'        # WideComparison
    | '(' binop_byte_bool byte_term byte_term ')'        # ByteComparison
    | '(' binop_real_bool real_term real_term ')'        # RealComparison
    | '(=' rm rm ')'                                     # RmComparison
    | '(not' bool_term ')'                               # Not
    | '(' binop_bool bool_term bool_term ')'             # BoolBinary
    ;

decl_csts
    : '(declare-const a (_ FloatingPoint 8 24))'
      '(declare-const b (_ FloatingPoint 11 53))'
      '(declare-const r RoundingMode)'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
