// A small language is no mistake where nothing else is larger, and a large one beside it is none.
grammar SmallStartOnPurpose;
start : 'x' | 'y' ;
other : 'z' ;
WS : ' '+ -> skip ;
MANY : 'm'+ ;
