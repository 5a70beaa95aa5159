// What `.` is depends on --alphabet; two rules can start.
grammar Any;
start : '<' any '>' ;
any : ANY+ ;
ANY : . ;
