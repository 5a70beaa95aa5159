// 1 where a terminal and a parser rule meet, 0 elsewhere, unless the author says otherwise.
grammar Costs;
start
    : a                  // a parser rule alone
    | 'x' 'y' TOKEN      // terminals alone
    | 'x' a              // both
    | TOKEN a            // both: a lexer rule counts as a terminal
    | a ('x')? a         // both, through sugar that holds terminals only
    | (a)+ ('x' | 'y' a) // parser rules: the group meets by itself
    |                    // neither
    | <cost=2> a
    | <cost=0> 'x' a
    ;
a : 'a' ;
TOKEN : 't' DIGIT ;
DIGIT : [0-9] ;
