grammar BadCost;
start : <cost=two> 'x' | <cost=1001> 'z' | <cost> 'w' | <cost=1000> 'u' ;
