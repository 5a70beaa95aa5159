grammar SetsAndRanges;
start : LETTER DIGIT HEX QUOTE 'a'..'c' ;
LETTER : [a-zA-Z_\u00e9] ;
DIGIT : '0'..'9' ;
HEX : '0x' ('0'..'9' | [a-f])+ ;
QUOTE : [\]\\\-'"] '\'' '\\' '\n' '\u{1F600}' ;
