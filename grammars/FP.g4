// FP: IEEE 754 numbers of double precision.
//
// Figure 5f of the ET paper, with both variables declared (see Core.g4).
// Changed: the constants have 1, 11 and 52 bits, as the declared sort wants
// (they are +0 and NaN); `fp.sqrt` is spelled so; `fp.fma` has three operands
// and with them an alternative of its own; `fp.leq` and `fp.lt`, listed twice,
// stand once.
// As in the figure, a formula is one comparison of two numbers.

grammar FP;

fp_const
    : '(fp #b0 #b00000000000 #b0000000000000000000000000000000000000000000000000000)'
    | '(fp #b1 #b11111111111 #b1111111111111111111111111111111111111111111111111111)'
    ;
var : 'a' | 'b' ;
rm  : 'RNE' | 'RNA' | 'RTP' | 'RTN' | 'RTZ' ;

unop_fp       : 'fp.abs' | 'fp.neg' ;
unop_rm_fp    : 'fp.sqrt' | 'fp.roundToIntegral' ;
binop_fp      : 'fp.rem' | 'fp.min' | 'fp.max' ;
binop_rm_fp   : 'fp.add' | 'fp.sub' | 'fp.mul' | 'fp.div' ;
binop_fp_bool : '=' | 'distinct' | 'fp.leq' | 'fp.lt' | 'fp.eq' | 'fp.geq' | 'fp.gt' ;

fp_term
    : fp_const                                     # FpConstant
    | var                                          # FpVariable
    | '(' unop_fp fp_term ')'                      # FpUnary
    | '(' binop_rm_fp rm fp_term fp_term ')'       # FpRoundedBinary
    | '(fp.fma' rm fp_term fp_term fp_term ')'     # FpFusedMultiplyAdd
    | '(' unop_rm_fp rm fp_term ')'                # FpRoundedUnary
    | '(' binop_fp fp_term fp_term ')'             # FpBinary
    ;

bool_term
    : '(' binop_fp_bool fp_term fp_term ')'        # FpComparison
    ;

decl_csts
    : '(declare-const a (_ FloatingPoint 11 53))'
      '(declare-const b (_ FloatingPoint 11 53))'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
