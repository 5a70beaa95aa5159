// No name is a keyword, nor one that the module uses itself.
grammar Keyword;
start : 'self' | 'Self' | 'fn' | self | shared | option | 'crate' # self ;
self : 'x' ;
shared : 'y' shared | 'z' ;
option : 'none' | 'some' ;
