grammar LiteralsRejected;
empty : '' ;
escapes : 'a\qb' '\x41' '\u12' '\u{}' '\p{Lu}' ;
half : 'a\uD800b' ;
double : "text" ;
survives : 'a' ;
