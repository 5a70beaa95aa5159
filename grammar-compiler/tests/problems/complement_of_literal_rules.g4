// A literal that a lexer rule defines is that rule's token; where two define it, it is neither.
grammar ComplementOfLiteralRules;
start : ~'x' | ~X | ~'y' | 'x' 'y' ;
X : 'x' ;
Y : 'y' ;
Z : 'y' ;
