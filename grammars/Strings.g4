// Strings: Unicode strings, regular expressions, and integers where strings
// need them.
//
// Figure 6b of the ET paper, with both variables declared (see Core.g4).
// Changed: `re.range` takes two strings (the figure has it unary), `str.substr`
// two integers, `str.replace` and `str.replace_all` three strings; `re.*` stands
// with the other unary operators (the figure stars only constants).
// Filled in: the line with the functions from a string to an integer cannot be
// read in our copy of the figure, so all three of the theory stand here.
// Added: `str.<` beside `str.<=`.
// Not in the figure and not here: `str.from_code`, `str.replace_re`,
// `str.replace_re_all`, `re.^`, `re.loop`, and comparisons of integers.

grammar Strings;

str_const   : '""' | '"a"' ;
int_const   : '0' | '1' ;
regex_const : 're.none' | 're.all' | 're.allchar' ;
var         : 'a' | 'b' ;

ternop_str     : 'str.replace' | 'str.replace_all' ;
unop_str_int   : 'str.len' | 'str.to_code' | 'str.to_int' ;
unop_regex     : 're.comp' | 're.+' | 're.opt' | 're.*' ;
binop_regex    : 're.union' | 're.inter' | 're.++' | 're.diff' ;
binop_str_bool
    : '=' | 'distinct' | 'str.<=' | 'str.<'
    | 'str.prefixof' | 'str.suffixof' | 'str.contains'
    ;
binop_bool     : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

str_term
    : str_const                                      # StrConstant
    | var                                            # StrVariable
    | '(str.++' str_term str_term ')'                # StrConcat
    | '(' ternop_str str_term str_term str_term ')'  # StrReplace
    | '(str.at' str_term int_term ')'                # StrAt
    | '(str.substr' str_term int_term int_term ')'   # StrSubstr
    | '(str.from_int' int_term ')'                   # StrFromInt
    ;

int_term
    : int_const                                      # IntConstant
    | '(' unop_str_int str_term ')'                  # StrToInt
    | '(str.indexof' str_term str_term int_term ')'  # StrIndexOf
    ;

regex_term
    : regex_const                                    # RegexConstant
    | '(' unop_regex regex_term ')'                  # RegexUnary
    | '(' binop_regex regex_term regex_term ')'      # RegexBinary
    | '(str.to_re' str_term ')'                      # StrToRegex
    | '(re.range' str_term str_term ')'              # RegexRange
    ;

bool_term
    : '(not' bool_term ')'                           # Not
    | '(' binop_bool bool_term bool_term ')'         # BoolBinary
    | '(ite' bool_term bool_term bool_term ')'       # Ite
    | '(' binop_str_bool str_term str_term ')'       # StrComparison
    | '(str.is_digit' str_term ')'                   # StrIsDigit
    | '(str.in_re' str_term regex_term ')'           # StrInRegex
    ;

decl_csts   : '(declare-const a String)' '(declare-const b String)' ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_csts assert_stmt check_sat ;
