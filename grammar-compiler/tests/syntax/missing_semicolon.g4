grammar MissingSemicolon
options { a = b; }
a : b c   // nothing here

b : 'b' |
fragment
C : 'c'
D : 'd' ;
e : f
mode g ;
last : 'z'
