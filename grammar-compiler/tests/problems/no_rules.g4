grammar NoRules;
