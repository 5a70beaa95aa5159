grammar NotTooLong;
start : A B C D ;
A : ~'ab' ;
B : ~('a' | 'bc' | WORD) ;
C : ~DIGIT ;
D : ~(DIGIT | [x-z] | 'a'..'w' | '-') ;
WORD : [a-z]+ ;
DIGIT : [0-9] | '.' ;
