// StringsAll: every operator of the SMT-LIB theory of Unicode strings, with
// comparisons of integers and an integer `n` to count and cut with.
//
// Strings.g4 is the paper's; here stands what it leaves out, too: `str.from_code`,
// `str.replace_re`, `str.replace_re_all`, `re.^`, `re.loop` and `(_ char …)`.
// As a position or a count, `n` may be negative or beyond the end.

grammar StringsAll;

str_const   : '""' | '"a"' | '(_ char #x30)' ;
int_const   : '0' | '1' ;
regex_const : 're.none' | 're.all' | 're.allchar' ;
var         : 'a' | 'b' ;
int_var     : 'n' ;

unop_int_str   : 'str.from_code' | 'str.from_int' ;
ternop_str     : 'str.replace' | 'str.replace_all' ;
ternop_re_str  : 'str.replace_re' | 'str.replace_re_all' ;
unop_str_int   : 'str.len' | 'str.to_code' | 'str.to_int' ;
unop_regex
    : 're.comp' | 're.+' | 're.opt' | 're.*'
    | '(_ re.^ 2)' | '(_ re.loop 1 2)'
    ;
binop_regex    : 're.++' | 're.union' | 're.inter' | 're.diff' ;
binop_str_bool
    : '=' | 'distinct' | 'str.<=' | 'str.<'
    | 'str.prefixof' | 'str.suffixof' | 'str.contains'
    ;
binop_int_bool : '=' | '<' | '<=' ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

str_term
    : str_const                                              # StrConstant
    | var                                                    # StrVariable
    | '(' unop_int_str int_term ')'                          # StrOfInt
    | '(str.at' str_term int_term ')'                        # StrAt
    | '(str.++' str_term str_term ')'                        # StrConcat
    | '(str.substr' str_term int_term int_term ')'           # StrSubstr
    | '(' ternop_str str_term str_term str_term ')'          # StrReplace
    | '(' ternop_re_str str_term regex_term str_term ')'     # StrReplaceRegex
    ;

int_term
    : int_const                                              # IntConstant
    | int_var                                                # IntVariable
    | '(' unop_str_int str_term ')'                          # StrToInt
    | '(str.indexof' str_term str_term int_term ')'          # StrIndexOf
    ;

regex_term
    : regex_const                                            # RegexConstant
    | '(str.to_re' str_term ')'                              # StrToRegex
    | '(' unop_regex regex_term ')'                          # RegexUnary
    | '(' binop_regex regex_term regex_term ')'              # RegexBinary
    | '(re.range' str_term str_term ')'                      # RegexRange
    ;

bool_term
    : '(' binop_str_bool str_term str_term ')'               # StrComparison
    | '(' binop_int_bool int_term int_term ')'               # IntComparison
    | '(str.is_digit' str_term ')'                           # StrIsDigit
    | '(str.in_re' str_term regex_term ')'                   # StrInRegex
    | '(not' bool_term ')'                                   # Not
    | '(' binop_bool bool_term bool_term ')'                 # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'               # Ite
    ;

decl_csts
    : '(declare-const a String)' '(declare-const b String)'
      '(declare-const n Int)'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
