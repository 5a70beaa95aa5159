grammar Actions;
a : { code(); } b { if (x) { y = '}'; } } ;
b : { isType("}") }? c | {ok}? <fail='not ok'> c | { no() } ? c ;
c : 'c' { /* } */ } { // }
    } { it's } ;
