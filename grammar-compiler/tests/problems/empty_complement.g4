grammar EmptyComplement;
start : A B ;
A : ~[ -~] ;
B : [\uD800] ;
