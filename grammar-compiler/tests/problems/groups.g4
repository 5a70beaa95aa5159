grammar Groups;
start : ('a' | b 'c' | ) (b) x=('d' | 'e') ;
b : 'b' (<cost=3> 'x' b | 'y') ;
