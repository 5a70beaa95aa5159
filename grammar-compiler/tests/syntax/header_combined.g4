/** A comment
    before everything. */
// And another. It's fine.
grammar /* even here */ Tiny
  ;
start : 'a' EOF ;
