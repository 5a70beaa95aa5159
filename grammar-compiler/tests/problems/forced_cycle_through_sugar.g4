// Going round costs nothing where the rest of the production can be empty.
grammar ForcedCycleThroughSugar;
start : 'x' | <cost=0> maybe* start tail? ;
maybe : 'm' ;
tail : 't' ;
