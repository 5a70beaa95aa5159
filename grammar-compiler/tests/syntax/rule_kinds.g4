grammar RuleKinds;
lower : Upper élan Été 漢字 x_1 ;
Upper : 'u' ;
élan : 'é' ;
Été : 'É' ;
漢字 : '字' ;
x_1 : 'x' ;
