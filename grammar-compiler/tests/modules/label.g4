// A label is the constructor, spelled as Rust spells it.
grammar Label;
start : 'true' # Yes | 'false' # no | '(' start ')' # in_brackets ;
