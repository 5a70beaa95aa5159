grammar UnterminatedComment;
a : 'a' ;
b : 'b' /* and so on ;
c : 'c' ;
