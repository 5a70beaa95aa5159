grammar Suffixes;
greedy : a? b* c+ ;
lazy : a?? b*? c+? ;
spaced : a ? b * ? c + ? ;
grouped : (a | b)? (a b)* ((c))+ ( | a) ;
configured : ( options { greedy = false; } : a | b )* ( @init { x } : c ) ( : a ) ;
literal : 'a'? 'b'* 'c'+ ;
label : x=(a | b)+ ;
a : 'a' ; b : 'b' ; c : 'c' ;
