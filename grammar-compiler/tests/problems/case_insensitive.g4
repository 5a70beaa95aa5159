grammar CaseInsensitive;
options { caseInsensitive = true; }
start : 'Go-2' '+' WORD EXACT ;
WORD : 'no' [a-b] 'x'..'y' ~[!-\u0060] ;
EXACT options { caseInsensitive = false; } : 'q' ;
