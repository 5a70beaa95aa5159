// `-> type(X)` makes tokens X, whatever rule they stand in, in the order they are written.
grammar TypeCommand;
start : X Y ;
LONG : 'l' 'o'+ -> type(X) ;
X : 'x' ;
Y : 'y' | 'z' -> type(X) ;
