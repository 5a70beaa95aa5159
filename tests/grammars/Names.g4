// Names that Rust, the generated modules or one another have taken, and texts that comments
// and strings must survive.
grammar Names;

start : any option vec self stacks shared type quotes ;
any : ANY | 'match' # match | 'self' # self | 'Self' # Self ;
option : 'some' # Some | 'none' # None | string? ;
vec : 'v' Vec ;
self : Self | ;
stacks : 'push' hash? ;
shared : '(' shared ')' | Term ;
type : clone | boolTerm bool_term ;
clone : 'c' ;
hash : 'h' ;
string : 's' ;
boolTerm : 'b' ;
bool_term : 'b' ;
quotes : '`' '``' '\'' '"' '\\' '*/' '//' '{}' '#' ;

ANY : [ay] ;
Vec : '[' ;
Self : 'S' ;
Term : 't' | Start ;
Start : '*' ;
