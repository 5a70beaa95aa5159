// In parser rules `.` and `~` range over tokens: literals first, then lexer rules in order.
grammar TokensInParserRules;
start : ~A | ~(A | ';' | NUMBER) | ~'+' | . 'end' ;
rest : ';' (';' | ~'-') B ;
B : 'b' ;
A : 'a' | 'aa' ;
PLUS : '+' ;
NUMBER : DIGIT+ | . ;
fragment DIGIT : [0-9] ;
WS : [ \t]+ -> skip ;
COMMENT : '//' ~[\n]* -> channel(HIDDEN) ;
OTHER : 'other' -> type(A) ;
