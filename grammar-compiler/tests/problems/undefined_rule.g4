// A name that is near, one that is near nothing, one inside a group, one after `~`.
grammar UndefinedRule;
start : trem '+' zebra | ('(' temr ')')* ;
term : NUMBR ;
NUMBER : ~DIGITS ;
DIGIT : [0-9] ;
