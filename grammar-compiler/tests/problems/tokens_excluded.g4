grammar TokensExcluded;
start : ~(A | 'x') | ~start | ~DIGIT | ~EOF ;
A : 'a' DIGIT ;
fragment DIGIT : [0-9] ;
