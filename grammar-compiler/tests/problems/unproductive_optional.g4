// What cannot end is optional: the rule itself can, but the group never can.
grammar UnproductiveOptional;
start : 'x' ('(' (loop)? endless ')')? ;
endless : 'e' endless ;
loop : 'l' ;
