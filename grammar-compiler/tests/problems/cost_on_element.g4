grammar CostOnElement;
start : 'x'<cost=2> | a<assoc=right, cost=1> ;
a : <assoc=right> 'y' ;
