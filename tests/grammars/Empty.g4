// Symbols without text in every place.
grammar Empty;

start : maybe? many* 'end'? maybe ;
maybe : 'a' | ;
many : maybe 'b' maybe maybe ;
