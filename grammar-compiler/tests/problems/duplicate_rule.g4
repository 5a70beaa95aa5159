grammar DuplicateRule;
start : a B ;
a : 'x' ;
B : 'b' ;
a : 'y' c ;
c : 'z' ;
B : 'c' ;
a : 'w' ;
