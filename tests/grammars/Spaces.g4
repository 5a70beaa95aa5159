// Tokens that begin or end with white space, or are nothing else.
grammar Spaces;

start : word+ ;
word : ' ' | 'a ' | ' b' | 'c d' | 'c' | 'd' ;
