lexer grammar LexerCommandsRejected;
A : 'a' -> ;
B : 'b' -> channel( ;
C : 'c' -> skip more ;
mode ;
D : 'd' -> skip 'e' ;
