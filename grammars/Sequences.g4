// Sequences: finite sequences of integers, as z3 and cvc5 have them.
//
// They are in no theory of SMT-LIB; what an operator gives is what the one on
// strings gives (`seq.at` beyond the end is the empty sequence), but for `seq.nth`,
// which is open beyond the end. Kept out: `seq.update` and `seq.rev`, which only
// cvc5 has, and `seq.last_indexof`, which only z3 has.

grammar Sequences;

int_const : '0' | '1' ;
var       : 'a' | 'b' ;

ternop_seq      : 'seq.replace' | 'seq.replace_all' ;
binop_seq_bool  : '=' | 'distinct' | 'seq.prefixof' | 'seq.suffixof' | 'seq.contains' ;
binop_int_bool  : '=' | '<' ;
binop_bool      : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

seq_term
    : '(as seq.empty (Seq Int))'                         # SeqEmpty
    | var                                                # SeqVariable
    | '(seq.unit' int_term ')'                           # SeqUnit
    | '(seq.at' seq_term int_term ')'                    # SeqAt
    | '(seq.++' seq_term seq_term ')'                    # SeqConcat
    | '(seq.extract' seq_term int_term int_term ')'      # SeqExtract
    | '(' ternop_seq seq_term seq_term seq_term ')'      # SeqReplace
    ;

int_term
    : int_const                                          # IntConstant
    | '(seq.len' seq_term ')'                            # SeqLength
    | '(seq.nth' seq_term int_term ')'                   # SeqNth
    | '(seq.indexof' seq_term seq_term int_term ')'      # SeqIndexOf
    ;

bool_term
    : '(not' bool_term ')'                               # Not
    | '(' binop_bool bool_term bool_term ')'             # BoolBinary
    | '(' binop_seq_bool seq_term seq_term ')'           # SeqComparison
    | '(' binop_int_bool int_term int_term ')'           # IntComparison
    ;

decl_csts   : '(declare-const a (Seq Int))' '(declare-const b (Seq Int))' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
