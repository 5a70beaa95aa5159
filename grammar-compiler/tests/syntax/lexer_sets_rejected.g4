lexer grammar LexerSetsRejected;
Empty : [] ;
Swapped : [z-a] [a-z9-0] ;
Escape : [\q] [a\x41] ;
Property : [\p{Nonsense}] [\pL] [\p{^Lu}] [\p{Lu}-z] [a-\p{Lu}] ;
Code : [\u12] [\u{110000}] [\u{}] [\u{xyz}] [\u{+41}] ;
Survives : [a] ;
