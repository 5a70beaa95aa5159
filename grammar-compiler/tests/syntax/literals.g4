grammar Literals;
a : 'plain' '\n\r\t\b\f\\\'' '\u00e9' '\u{1F600}' '\uD83D\uDE00' '"' '//' '/*' ';' '{' '}' '[' '(' '漢' ;
