// A literal is the constructor: all its words, but only the first behind a parenthesis.
grammar Literal;
start
    : 'true' | 'str.replace_all' | 're.*' | '"a b"' | '""'
    | '(assert' start ')' | '(check-sat)' | '(set-logic QF_S)' | '(_ bv0 8)'
    | 'if' start 'then' start | ':named' | '(' | ')'
    ;
