grammar Prequels;
options { language = Java; superClass = 'a.b.Base'; other = a.b.C; depth = 3; code = {x = "}"; }; }
options {}
import A, b = Base, C;
tokens { FIRST, SECOND, }
tokens {}
channels { COMMENTS, SPACES }
@header { package a; /* } */ import b.*; }
@parser::members {
    // It's a } in a comment, and a lone ' too.
    String s = "}" + '}' + '\'' + "\"}";
    void f() { if (x) { y(); } }
}
@lexer::members {}
options : tokens channels ;
tokens : 't' ;
channels : 'c' ;
