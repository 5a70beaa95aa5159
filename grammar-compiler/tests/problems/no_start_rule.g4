grammar NoStartRule;
A : 'a' ;
fragment B : 'b' ;
