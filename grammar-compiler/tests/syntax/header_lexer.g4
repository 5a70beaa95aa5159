lexer grammar L;
A : 'a' ;
