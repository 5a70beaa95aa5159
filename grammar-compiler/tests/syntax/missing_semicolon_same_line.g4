grammar MissingSemicolonSameLine;
a : b c : d ;
d : 'd' ;
