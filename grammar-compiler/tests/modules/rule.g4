// The only rule is the constructor, in brackets too.
grammar Rule;
start : int_term | '(' real_term ')' | LETTERS ;
int_term : 'x' ;
real_term : 'y' ;
LETTERS : [a-c]+ ;
