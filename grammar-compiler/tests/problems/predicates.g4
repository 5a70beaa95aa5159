// Two alternatives that only predicates tell apart are not called identical.
grammar Predicates;
start : {isNew()}? 'x' | {!isNew()}? 'x' | ('y' {z}?)* ;
T : {a}? 't' ;
