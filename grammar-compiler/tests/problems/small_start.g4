// The first parser rule starts, though the formulas are somewhere else.
grammar SmallStart;
sort : 'Int' | 'Bool' ;
term : NAME | '(' op term* ')' ;
op : 'f' | 'g' ;
script : ('(assert' term ')')* ;
NAME : [a-c] ;
