lexer grammar LexerGrammar;
A : 'a' ;
