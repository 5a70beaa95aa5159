grammar Statements;
start : (NAME ';')* ;
NAME : [a-c] ;
