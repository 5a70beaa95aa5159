// Every kind of problem at once: each is found whatever else is wrong.
grammar ManyProblems;
start : 'x' | 'x' | endless | {p}? 'y' | <cost=x> 'z' | <cost=0> start | trem ;
endless : 'e' endless ;
term : 'y' ;
term : 'again' ;
unused : 'u' ~term ;
broken : 'b' ( ;
