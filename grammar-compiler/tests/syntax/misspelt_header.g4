gramar Misspelt;
a : 'a' ;
