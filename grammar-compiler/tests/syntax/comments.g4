grammar Comments; // it's
/* a : b ; */ a /* : */ : // { ; '
  /** ( */ b /* } */ | /* empty */ /**/ ; /***/
b : 'b' // the end
  ;
// a last line without a line break
// no line break here