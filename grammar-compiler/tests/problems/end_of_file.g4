// EOF has no text: alone it is an empty alternative, and repeating it changes nothing.
grammar EndOfFile;
start : 'x' EOF | EOF | a ;
a : EOF+ | 'y' ;
