// Productions that say nothing of themselves are called by their position, empty ones `Empty`.
grammar Nameless;
start : pair pair | '(' pair pair ')' | 'c2' | LETTER* ;
pair : LETTER LETTER | ;
LETTER : [a-z] | [0-9_] ;
