// A rule that needs itself, two that need each other, one inside a group, one that only
// depends on them, and one that has a way out.
grammar Unproductive;
start : direct | mutual | inside | victim | fine ;
direct : 'x' direct | direct direct ;
mutual : 'a' other ;
other : mutual 'b' | direct ;
inside : 'x' ('(' inside ')' | inside ',')+ ;
victim : 'v' direct? | ('w' direct)* mutual ;
fine : 'f' fine | 'end' ;
TOKEN : 't' TOKEN ;
