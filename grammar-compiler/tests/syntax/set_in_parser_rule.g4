grammar SetInParserRule;
a : 'a' [a-z]+ | ~[b] ;
