grammar Actions;
@header { import x; }
start returns [int x] @init { y(); } : { before(); } 'x' number[1] { after('}'); } ;
number[int n] : 'n' {a} {b} ;
