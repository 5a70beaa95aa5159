grammar Broken;
start : trem '+' term | 'x' | 'x'
term : NUMBER ;
endless : 'e' endless ;
start : "y" ;
