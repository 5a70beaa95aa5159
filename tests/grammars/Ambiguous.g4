// Left recursion, several trees for one text, and infinitely many for some.
grammar Ambiguous;

start : e | list ;
e : e '+' e | e e | unit ;
unit : unit | 'x' | 'x' nothing | 'y' ;
nothing : ;
list : list ',' 'x'? | 'x' ',' 'x' ;
