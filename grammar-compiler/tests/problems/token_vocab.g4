// Tokens may be in the other file; parser rules may not.
parser grammar TokenVocab;
options { tokenVocab = MyLexer; superClass = Base; }
start : NUMBER wrod ;
word : WORD ;
