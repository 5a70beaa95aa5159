grammar RuleParts;
public a [int x, String[] y = "]"] returns [List<Integer> z] locals [int w = 0;] throws E, f.G
  options { k = 1; baseContext = b; }
  @init { $w = 1; }
  @after { }
  : b[$x, "]"] c [1] ;
  catch [Exception e] { throw e; }
  catch [Error e] { }
  finally { done(); }
private b : 'b' ;
protected c : 'c' ;
fragment D : 'd' ;
protected fragment E : 'e' ;
