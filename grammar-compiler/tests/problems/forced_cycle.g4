// `<cost=0>` takes away what would have made a part finite.
grammar ForcedCycle;
start : <cost=0> '(' start ')' | a ;
a : b | 'x' ;
b : c | 'y' ;
c : <cost=0> a | 'z' ;
