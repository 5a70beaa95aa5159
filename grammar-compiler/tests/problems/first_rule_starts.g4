grammar FirstRuleStarts;
TOKEN : 't' ;
first : TOKEN second ;
second : 's' ;
