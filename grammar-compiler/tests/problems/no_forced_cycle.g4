// `<cost=0>` on an alternative that closes no cycle, or whose cycle pays elsewhere, is fine.
grammar NoForcedCycle;
start : <cost=0> '(' a ')' ;
a : <cost=1> b | 'x' ;
b : <cost=0> '[' a ']' ;
