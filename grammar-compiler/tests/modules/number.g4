// No name starts with a digit.
grammar Number;
start : '0' | '7' | '42' | '1.0' | '10.25' | '2x' | '#b01' | '(- 1)' | '-1' | 'x1' ;
