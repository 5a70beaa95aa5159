// Labels win over names that we find. Those are told apart by more of their words, else by number.
grammar Clash;
start : 'and' | 'b' # And | '&&' | 'c' # And | '(- 1)' | '(- 2)' | 'x' | '"x"' | term | 'term' ;
term : 't' ;
