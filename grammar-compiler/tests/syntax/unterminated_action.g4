grammar UnterminatedAction;
a : ) ;
b : 'b' { if (x) { y } ;
c : 'c' ;
