// White space, comments, and what only they use are meant to be unreachable.
grammar Unreachable;
start : used ;
used : 'x' ;
unused : also_unused used ;
also_unused : 'y' TOKEN ;
TOKEN : 't' ;
WS : SPACE+ -> skip ;
fragment SPACE : ' ' ;
COMMENT : '//' .*? -> channel(HIDDEN) ;
OTHER : 'o' -> type(TOKEN) ;
