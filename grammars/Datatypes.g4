// Datatypes: a parametric stack (of integers) and pair (of an integer and a
// Boolean), and trees and forests, each made of the other.
//
// A case of `match` binds names of declared constants (`n`, `a`). So its result
// may be any term of its sort, and solvers must keep the scopes apart. Selectors
// stand on any value: what they give of another constructor's, as in
// `(top (as bottom (Stack Int)))`, the standard leaves open. Each parametric
// sort has one instance, since z3 refuses testers where there are two; and none
// is called `List`, since z3 has one of its own.

grammar Datatypes;

int_const : '0' ;
int_var   : 'n' ;
stack_var : 'a' ;
pair_var  : 'q' ;
tree_var  : 't' ;

tester_stack  : '(_ is bottom)' | '(_ is on)' ;
tester_tree   : '(_ is leaf)' | '(_ is node)' ;
tester_forest : '(_ is none)' | '(_ is grow)' ;
binop_same    : '=' | 'distinct' ;
binop_bool    : 'and' | 'or' | 'xor' | '=' | 'distinct' ;

int_term
    : int_const                                                                  # IntConstant
    | int_var                                                                    # IntVariable
    | '(top' stack_term ')'                                                      # Top
    | '(left' pair_term ')'                                                      # Left
    | '(value' tree_term ')'                                                     # Value
    | '(match' stack_term '((bottom' int_term ') ((on n a)' int_term ')))'       # IntMatch
    ;

stack_term
    : '(as bottom (Stack Int))'                                                  # Bottom
    | stack_var                                                                  # StackVariable
    | '(on' int_term stack_term ')'                                              # On
    | '(under' stack_term ')'                                                    # Under
    | '(match' stack_term '((bottom' stack_term ') ((on n a)' stack_term ')))'   # StackMatch
    ;

pair_term
    : pair_var                                                                   # PairVariable
    | '(pair' int_term bool_term ')'                                             # Pair
    ;

tree_term
    : 'leaf'                                                                     # Leaf
    | tree_var                                                                   # TreeVariable
    | '(node' int_term forest_term ')'                                           # Node
    | '(first' forest_term ')'                                                   # First
    ;

forest_term
    : 'none'                                                                     # None
    | '(grow' tree_term forest_term ')'                                          # Grow
    | '(rest' forest_term ')'                                                    # Rest
    | '(below' tree_term ')'                                                     # Below
    ;

bool_term
    : '(not' bool_term ')'                                                       # Not
    | '(' binop_bool bool_term bool_term ')'                                     # BoolBinary
    | '(' binop_same int_term int_term ')'                                       # IntComparison
    | '(' binop_same stack_term stack_term ')'                                   # StackComparison
    | '(' binop_same pair_term pair_term ')'                                     # PairComparison
    | '(' binop_same tree_term tree_term ')'                                     # TreeComparison
    | '(' binop_same forest_term forest_term ')'                                 # ForestComparison
    | '(' tester_stack stack_term ')'                                            # StackTest
    | '(' tester_tree tree_term ')'                                              # TreeTest
    | '(' tester_forest forest_term ')'                                          # ForestTest
    | '(right' pair_term ')'                                                     # Right
    | '(match' tree_term '((leaf' bool_term ') ((node n f)' bool_term ')))'      # TreeMatch
    ;

decl_types
    : '(declare-datatypes ((Stack 1)) ((par (X) ((bottom) (on (top X) (under (Stack X)))))))'
      '(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (left X) (right Y))))))'
      '(declare-datatypes ((Tree 0) (Forest 0)) (((leaf) (node (value Int) (below Forest))) ((none) (grow (first Tree) (rest Forest)))))'
    ;
decl_csts
    : '(declare-const n Int)'
      '(declare-const a (Stack Int))'
      '(declare-const q (Pair Int Bool))'
      '(declare-const t Tree)'
    ;
assert_stmt : '(assert' bool_term ')' ;
check_sat   : '(check-sat)' ;

start : decl_types decl_csts assert_stmt check_sat ;
