grammar TokensExcludedCase;
options { caseInsensitive = true; }
start : ~'x' 'go' ;
