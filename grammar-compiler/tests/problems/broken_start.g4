// The start rule cannot be read: what it mentions is used all the same.
grammar BrokenStart;
start : a + + b ;
a : 'x' c ;
b : 'y' ;
