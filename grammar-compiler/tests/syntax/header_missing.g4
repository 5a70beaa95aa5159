a : b ;
b : c
  | ) ;
