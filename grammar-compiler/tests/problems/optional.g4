grammar Optional;
start : 'a'? b? ('c' b)? B?? b B ;
b : 'b' ;
B : 'x' 'y'? ;
