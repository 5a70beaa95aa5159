grammar Plus;
start : 'a'+ b+ ('c' b)+ B+? ;
b : 'b' ;
B : 'x' 'y'+ ;
