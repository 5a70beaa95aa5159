// Rules with an error in their syntax count as defined, and what they mention as used.
grammar SyntaxAndNames;
start : broken other missing ;
broken : "x" helper ;
other : 'y' [0-9] | 'y' [a-f] ;
helper : 'h' ;
unused : 'u' ;
endless : 'e' endless ;
