lexer grammar LexerCommands;
Space : [ ]+ -> skip ;
Comment : '#' ~[\n]* -> channel(HIDDEN) ;
Open : '"' -> more, pushMode(Inside) | 'q' -> type(Space), mode(Inside), channel(2) ;
mode Inside;
Close : '"' -> popMode ;
fragment Char : . ;
mode Other;
X : 'x' -> mode(DEFAULT_MODE) ;
