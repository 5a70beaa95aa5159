grammar BadCostSyntax;
start : <cost=-1> 'y' | a ;
a : <cost=1.5> 'v' ;
