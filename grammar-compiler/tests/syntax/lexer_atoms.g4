lexer grammar LexerAtoms;
Range : 'a'..'z' '0' .. '9' '\u0041'..'\u{5A}' '\'' .. '\\' ;
Wide : '\u0000'..'\uFFFF' ;
Not : ~'a' ~[a-z] ~'a'..'c' ~Range ~('a' | [b-d] | 'e'..'g' | Range) ~( '\n' )* ;
Any : . .*? '.' ;
Labelled : x='a' y=[b]+ ;
