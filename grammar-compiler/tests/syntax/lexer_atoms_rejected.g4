lexer grammar LexerAtomsRejected;
Swapped : 'z'..'a' ;
Long : 'ab'..'c' 'a'..'' ;
Negated : ~. ;
NegatedGroup : ~('a' ('b')) ;
NegatedEmpty : ~() ;
Dots : a .. b ;
