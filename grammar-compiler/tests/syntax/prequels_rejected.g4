grammar PrequelsRejected;
options { a = b }
options { = b; }
tokens { A; B; }
import ;
import A B;
@header
a : 'survives' ;
