grammar Warned;
start : b {done();} ;
b : 'x' | 'x' ;
c : 'y' ;
