grammar ReservedWords;
a : import ;
returns : 'a' ;
grammar : 'a' ;
fragment : 'c' ;
modes : imported fragments grammarX ;
catch : 'b' ;
