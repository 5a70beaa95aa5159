lexer grammar LexerSetsWarned;
Needless : [\"\/\.] '\"' ;
Surrogates : [a\uD800-\uDBFF] [\uDC00-\uDFFF] ~[\u0000-\u007F\uD800-\uDBFF] '\uD800'..'\uFFFF' [\u0000-\uFFFF] ;
