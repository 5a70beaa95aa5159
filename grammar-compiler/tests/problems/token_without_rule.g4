grammar TokenWithoutRule;
tokens { INDENT, DEDENT }
channels { NOTES }
start : INDENT 'x' DEDENT ;
DEDENT : '<' ;
