// One formula per size: the larger, the longer.
grammar Roman;
start : 'I'* ;
