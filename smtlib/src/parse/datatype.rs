//! Declarations of datatypes into constructors, selectors and testers.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Reader;
use super::scope::SortSymbol;
use crate::error::Error;
use crate::function::{Fun, Function, FunctionKind};
use crate::sexpr::{Kind, Sexpr};
use crate::sort::{Sort, SortKind};

impl<'a> Reader<'_, 'a> {
    /// `((List 1) (Tree 0))`: the names and arities.
    pub(crate) fn datatype_names(
        &mut self,
        sexpr: Sexpr,
    ) -> Result<Vec<(Sexpr, Option<u32>)>, Error> {
        let mut names = Vec::new();
        for item in self.sexprs.items(sexpr) {
            let parts: Vec<Sexpr> = self.sexprs.items(item).collect();
            let &[name, arity] = parts.as_slice() else {
                let message = "a datatype's name and arity are wanted here: ((List 1))";
                return Err(self.sexprs.error(item, message));
            };
            names.push((name, Some(self.index(arity)?)));
        }
        Ok(names)
    }

    /// Datatypes that may know each other, by the numbers of their declarations.
    pub(crate) fn datatypes(
        &mut self,
        names: &[(Sexpr, Option<u32>)],
        definitions: &[Sexpr],
    ) -> Result<Vec<u32>, Error> {
        if names.len() != definitions.len() || names.is_empty() {
            let at = definitions.first().copied().unwrap_or_else(|| {
                names.first().map_or_else(
                    || self.sexprs.top().next().expect("a command is being read"),
                    |&(name, _)| name,
                )
            });
            return Err(self.sexprs.error(at, "as many definitions as names are wanted here"));
        }
        let mark = self.scope.mark();
        let mut numbers = Vec::new();
        for (&(name, arity), &definition) in names.iter().zip(definitions) {
            let found = self
                .par(definition)?
                .map_or(0, |(parameters, _)| self.sexprs.items(parameters).count());
            if arity.is_some_and(|arity| arity as usize != found) {
                let message =
                    format!("this datatype has {found} parameters, not what its arity says");
                return Err(self.sexprs.error(definition, message));
            }
            let number = self.declare_sort(name, found)?;
            let name = self.terms.declarations[number as usize].name.clone();
            self.scope.add_sort(name, SortSymbol::Declared(number));
            numbers.push(number);
        }
        for (&number, &definition) in numbers.iter().zip(definitions) {
            self.datatype(number, definition)?;
            // They are known from the command on, which the script sees to; until then they tell
            // which names are taken.
            for fun in self.terms.datatype_functions(number) {
                self.scope.add_function(self.terms.function(fun).name.clone(), fun);
            }
        }
        self.scope.forget(mark);
        self.want_finite(&numbers, names)?;
        Ok(numbers)
    }

    /// `(par (X Y) (constructor …))`: the parameters and the constructors.
    fn par(&self, sexpr: Sexpr) -> Result<Option<(Sexpr, Sexpr)>, Error> {
        if self.sexprs.head(sexpr) != Some("par") {
            return Ok(None);
        }
        let parts: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        match parts.as_slice() {
            &[_, parameters, constructors] => Ok(Some((parameters, constructors))),
            _ => Err(self.sexprs.error(sexpr, "`par` takes parameters and constructors")),
        }
    }

    fn datatype(&mut self, number: u32, definition: Sexpr) -> Result<(), Error> {
        let mark = self.scope.mark();
        let (parameters, constructors) = match self.par(definition)? {
            Some((parameters, constructors)) => (self.parameters(parameters)?, constructors),
            None => (Vec::new(), definition),
        };
        let arguments: Vec<Sort> = parameters
            .iter()
            .filter_map(|name| self.terms.sorts.get(SortKind::Parameter(name.clone())))
            .collect();
        let declaration = &mut Arc::make_mut(&mut self.terms.declarations)[number as usize];
        declaration.parameters = parameters.into();
        let name = declaration.name.clone();
        let kind = SortKind::Named { name, declaration: number, arguments: arguments.into() };
        let sort = self.terms.sorts.get(kind).expect("parameters do not nest");
        let mut funs = Vec::new();
        let mut names = FxHashSet::default();
        for (place, constructor) in self.sexprs.items(constructors).enumerate() {
            funs.push(self.constructor(constructor, sort, place, &mut names)?);
        }
        if funs.is_empty() {
            return Err(self.sexprs.error(definition, "a datatype needs a constructor"));
        }
        Arc::make_mut(&mut self.terms.declarations)[number as usize].constructors =
            Some(funs.into());
        self.scope.forget(mark);
        Ok(())
    }

    /// `(cons (head X) (tail (List X)))`, or just `nil`.
    fn constructor(
        &mut self,
        sexpr: Sexpr,
        sort: Sort,
        number: usize,
        names: &mut FxHashSet<&'a str>,
    ) -> Result<Fun, Error> {
        let items: Vec<Sexpr> = match self.sexprs.kind(sexpr) {
            Kind::List => self.sexprs.items(sexpr).collect(),
            _ => vec![sexpr],
        };
        let Some((&name, fields)) = items.split_first() else {
            return Err(self.sexprs.error(sexpr, "a constructor is (<name> (<selector> <sort>)*)"));
        };
        let name: Arc<str> = self.datatype_name(name, names)?.into();
        let mut selectors = Vec::new();
        for &field in fields {
            let parts: Vec<Sexpr> = self.sexprs.items(field).collect();
            let &[selector, field_sort] = parts.as_slice() else {
                return Err(self.sexprs.error(field, "a field is (<selector> <sort>)"));
            };
            selectors.push((self.datatype_name(selector, names)?, self.sort(field_sort)?));
        }
        let parameters = selectors.iter().map(|&(_, sort)| sort).collect();
        let declared = FunctionKind::Declared;
        let function = Function { name: name.clone(), parameters, result: sort, kind: declared };
        let constructor = self.terms.add_function(function);
        let overloaded = Arc::make_mut(&mut self.terms.overloaded);
        overloaded.extend(self.scope.function(&name).map(|_| constructor));
        overloaded.extend(self.scope.functions(&name));
        let one = || -> Box<[Sort]> { Box::new([sort]) };
        let mut funs = Vec::new();
        for (field, (name, result)) in selectors.into_iter().enumerate() {
            let kind = FunctionKind::Selector { constructor, field };
            let function = Function { name: name.into(), parameters: one(), result, kind };
            funs.push(self.terms.add_function(function));
        }
        let kind = FunctionKind::Tester { constructor };
        let name = format!("is-{name}").into();
        let function = Function { name, parameters: one(), result: Sort::BOOL, kind };
        let tester = self.terms.add_function(function);
        Arc::make_mut(&mut self.terms.functions)[constructor.number()].kind =
            FunctionKind::Constructor { number, selectors: funs.into(), tester };
        Ok(constructor)
    }

    /// The name of a constructor or selector: no other of its datatype has it. Those of other
    /// datatypes may, as the sorts tell them apart.
    fn datatype_name(
        &self,
        sexpr: Sexpr,
        names: &mut FxHashSet<&'a str>,
    ) -> Result<&'a str, Error> {
        let Some(name) = self.sexprs.symbol(sexpr) else {
            return Err(self.sexprs.error(sexpr, "a name is wanted here"));
        };
        let is_shared = |&fun: &Fun| {
            let kind = &self.terms.function(fun).kind;
            matches!(kind, FunctionKind::Constructor { .. } | FunctionKind::Selector { .. })
        };
        if !names.insert(name) || !self.scope.functions(name).iter().all(is_shared) {
            return Err(self.sexprs.error(sexpr, format!("`{name}` is declared already")));
        }
        Ok(name)
    }

    /// Refuses a datatype that has no finite value.
    ///
    /// Costs one look at each field.
    fn want_finite(&self, numbers: &[u32], names: &[(Sexpr, Option<u32>)]) -> Result<(), Error> {
        let places: FxHashMap<u32, usize> =
            numbers.iter().enumerate().map(|(place, &number)| (number, place)).collect();
        // For each constructor its datatype and how many of its fields are not known to be finite;
        // for each datatype the constructors with such fields.
        let mut constructors: Vec<(usize, usize)> = Vec::new();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
        let mut finite = vec![false; numbers.len()];
        let mut new: Vec<usize> = Vec::new();
        for (place, &number) in numbers.iter().enumerate() {
            let declaration = &self.terms.declarations[number as usize];
            for &constructor in declaration.constructors.iter().flatten() {
                let mut waits = 0;
                for &field in &self.terms.function(constructor).parameters {
                    if let SortKind::Named { declaration, .. } = self.terms.sorts.kind(field)
                        && let Some(&other) = places.get(declaration)
                    {
                        waits += 1;
                        users[other].push(constructors.len());
                    }
                }
                if waits == 0 {
                    new.push(place);
                }
                constructors.push((place, waits));
            }
        }
        while let Some(place) = new.pop() {
            if std::mem::replace(&mut finite[place], true) {
                continue;
            }
            for &user in &users[place] {
                let (owner, waits) = &mut constructors[user];
                *waits -= 1;
                if *waits == 0 {
                    new.push(*owner);
                }
            }
        }
        match finite.iter().position(|&finite| !finite) {
            Some(place) => {
                Err(self.sexprs.error(names[place].0, "no value of this datatype is finite"))
            }
            None => Ok(()),
        }
    }
}
