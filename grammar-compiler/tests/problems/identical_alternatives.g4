grammar IdenticalAlternatives;
start : a B | x=a   B # Again | ('x' | 'y' | 'x')? | c ;
a : 'a' | 'b' | 'a' | 'a' ;
c : | 'c' | ;
B : [a-c] | [abc] | 'a'..'c' ;
