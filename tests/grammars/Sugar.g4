// Every sugar at once: options, lists, groups, sets, ranges, fragments, labels.
grammar Sugar;

start : command+ EOF ;

command
    : 'let' NAME '=' expr                   # Let
    | 'print' expr (',' expr)* last=mark?   # Print
    ;

expr
    : atom                                  # Atom
    | '(' expr (op=('+' | '-') expr)? ')'   # Sum
    | '[' (expr ';')* ']'                   # List
    | <cost=3> 'if' expr 'then' expr        # If
    ;

atom : NAME | NUMBER | BYTE ;
mark : '!' | ;

NAME   : [xy] LETTER* ;
NUMBER : '0' | '1'..'2' DIGIT? ;
BYTE   : '#' ~[!-}] ;
fragment LETTER : [p\u00e9] ;
fragment DIGIT : [0-1] ;
WS : [ \t\r\n]+ -> skip ;
