// An operator is called as its reader says it; other signs are spelled.
grammar Operator;
start
    : '=' | '<=' | '<' | '+' | '-' | '*' | '/' | '=>' | '!=' | '&&' | 'str.<=' | 're.++'
    | start ',' start | start '?' start ':' start | '∧' | '<~>' | '⊕'
    ;
