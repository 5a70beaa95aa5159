grammar MissingEndOfRule;
a : x=
b : 'b' ;
c : 'c' #
