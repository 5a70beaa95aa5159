grammar StartIsNotFirst;
a : 'a' start? ;
start : '(' a ')' ;
