// A language with an end.
grammar Finite;

start : digit digit? sign ;
digit : DIGIT ;
DIGIT : [0-2] ;
sign : '+' | '-' | '(' digit ')' ;
