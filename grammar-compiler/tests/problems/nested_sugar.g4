// Sugar in sugar, twice in one rule, and a rule whose name sugar would have taken.
grammar NestedSugar;
start : ((a+ ',')* 'x')? (a+ ',')* start_plus1 ;
start_plus1 : 'p' ;
a : 'a' ;
