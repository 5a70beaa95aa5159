grammar MissingHeaderSemicolon
a : b
@after { }
b : c
import D
E : 'e' -> skip,
  mode(F)
