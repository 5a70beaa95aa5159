lexer grammar ;
A : 'a' ;
