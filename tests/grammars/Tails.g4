// Lists that grow to the right, each element with an end that may be missing: as an option, as an
// alternative, several in a row, in turns, inside tokens, and before something that looks like it.
grammar Tails;

start : tail | pair | both | ping | '<' WORD '>' | list ;
tail : 't' tail mark? | 't' ;
pair : 'p' pair | 'p' pair '!' | 'p' ;
both : 'b' both? mark? '?'? ;
ping : 'i' pong '!'? | 'i' ;
pong : 'o' ping mark? | 'o' pong '?'? 'o' ;
mark : '!' | '!' '!' ;
WORD : [ab] WORD 'c'? | 'a' ;
list : 'l' list more | 'l' list more 'l' | 'l' list 'k' | ;
more : | '!' list ;
