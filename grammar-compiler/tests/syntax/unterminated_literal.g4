grammar UnterminatedLiteral;
a : 'abc ;
b : [abc ;
C : [a-z ;
d : "abc ;
e : 'fine' ) ;
survives : 'a' ;
