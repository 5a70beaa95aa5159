// What is imported is not called undefined as well.
grammar Imports;
import Words, n=Numbers;
start : word NUMBER ;
