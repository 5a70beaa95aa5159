// Costs that the author set, and cycles that the compiler makes pay.
grammar Costs;

start : a ;
a : b | <cost=2> '(' a ')' | <cost=0> '[' b ']' | 'x' ;
b : c c | <cost=5> 'five' ;
c : a | 'y' | d ;
d : <cost=0> 'd' | d 'again' ;
