// Whatever the start rule is called, `Start` is it; a rule of that name stands back.
grammar Starts;
script : Start script | Start ;
Start : 'a' [\u{1F600}-\u{1F64F}'"\\\n]? ;
