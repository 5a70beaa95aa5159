// Both range over printable ASCII in lexer rules, and over tokens in parser rules.
grammar ComplementAndWildcard;
start : STRING ANY ~'a' . ;
STRING : '"' (~["\\] | '\\' .)* '"' ;
ANY : . ~('0'..'9' | [a-z] | UPPER) ;
fragment UPPER : [A-Z] ;
