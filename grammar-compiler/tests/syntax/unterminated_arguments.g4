grammar UnterminatedArguments;
a [int x : 'a' ;
b : 'b' ;
