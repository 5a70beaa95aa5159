grammar ActionAlone;
start : 'x' {done();} ;
