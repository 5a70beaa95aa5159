lexer grammar LexerSets;
Simple : [a-z] [A-Z0-9_]+ [ \t\r\n\f\b\\]* ;
Brackets : [\]\-] [[] ['"] [{}();:|] [//] ;
Dashes : [-a] [a-] [+--] [a\-z] ;
Unicode : [\u00e9\u00C0-\u00ff] [\u{1F600}-\u{1F64F}] [é漢] ;
Property : [\p{Zs}] [\p{Script=Deseret}] [\p{Deseret}x] [\p{Zl}] [\p{gc=Zp}] [\P{Any}a] [\p{zs}\u0000] ;
AfterToken : Simple[a-z] ;
