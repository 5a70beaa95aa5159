// A label used twice is numbered; a label that looks like a position stays apart from it.
grammar Labels;
start : 'a' # Same | 'b' # Same | 'c' # C3 | 'd' | 'e' # Same2 ;
