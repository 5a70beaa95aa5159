parser grammar P;
options { tokenVocab = L; }
a : A ;
