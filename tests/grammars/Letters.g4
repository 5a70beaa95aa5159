// Characters of one to four bytes, and letters whose case does not matter.
grammar Letters;
options { caseInsensitive = true; }

start : 'Go' WORD* ;
WORD : [é] | 'ß' | '\u{1F600}' | 'n' 'o'? | EXACT ;
EXACT options { caseInsensitive = false; } : 'q' ;
