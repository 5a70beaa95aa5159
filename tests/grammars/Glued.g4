// Parentheses in tokens, strings that hold parentheses, commands at the top level.
grammar Glued;

start : command command? ;
command : '(set' value* ')' | 'bare' | '(' value ')' ;
value : STRING | QUOTED | '(nested' value ')' | '(' ')' ;
STRING : '"' [()] '"' ;
QUOTED : '|' ')' '|' ;
