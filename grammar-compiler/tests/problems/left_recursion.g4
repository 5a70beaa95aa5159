grammar LeftRecursion;
start : e ;
e : e '*' e | <assoc=right> e '^' e | e '!' | NUMBER ;
NUMBER : NUMBER DIGIT | DIGIT ;
DIGIT : [01] ;
