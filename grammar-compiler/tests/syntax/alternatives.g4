grammar Alternatives;
labelled : x=a y+=b ys += b # First
  | left = labelled '+' right = labelled   # Second
  | # Third
  ;
empty : ;
emptyFirst : | a ;
emptyLast : a | ;
optioned : <assoc=right> a '^' a | <cost=2> b | <Foo, bar.Baz, k='v'> | 'x'<Tok> a<assoc=right>? ;
a : 'a' ;
b : 'b' ;
