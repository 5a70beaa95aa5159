// Lists that grow to the right: plain, with a last element that looks like the others, through
// units, inside tokens, and with tails that may be empty.
grammar Lists;

start : '[' 'x'* ']' | 'x'* 'x' | chain | '<' WORD '>' | tail ;
chain : 'c' link | 'end' ;
link : chain ;
tail : 't' tail mark | 't' ;
mark : '!' | ;
WORD : [ab] WORD | 'a' ;
