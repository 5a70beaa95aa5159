//! The table of a theory's module: the call of `feat_runtime::theory!`, laid out by hand, since no
//! formatter knows what stands inside a macro.

use feat_runtime::{Join, NonterminalId, ProductionId, Rtg, Symbol};
use proc_macro2::Literal;

/// Lines longer than this are broken between symbols.
const WIDTH: usize = 100;

/// Returns the table of a grammar whose nonterminals have these types; those that are `shared` are
/// recursive.
pub(super) fn table(rtg: &Rtg, types: &[String], shared: &[bool]) -> String {
    let mut rules = vec![format!("    start {};\n", types[rtg.start().index()])];
    for id in rtg.nonterminals() {
        let nonterminal = rtg.nonterminal(id);
        let mut head = format!("{} {}", types[id.index()], Literal::string(nonterminal.name()));
        if nonterminal.join() == Join::Joined {
            head.push_str(" joined");
        }
        if shared[id.index()] {
            head.push_str(" shared");
        }
        let productions: String =
            nonterminal.productions().map(|id| production(rtg, types, id)).collect();
        rules.push(format!("    {head} {{\n{productions}    }}\n"));
    }
    format!(
        "// The grammar in the order of enumeration: costs, constructors with their fields, symbols.\n\
         feat_runtime::theory! {{\n{}}}\n",
        rules.join("\n")
    )
}

/// `1 Not(a) = ["(not" BoolTerm ")"];`
fn production(rtg: &Rtg, types: &[String], id: ProductionId) -> String {
    let production = rtg.production(id);
    let fields = production.symbols().iter().filter(|it| !matches!(it, Symbol::Literal(_)));
    let fields: Vec<String> = (0..fields.count()).map(field).collect();
    let mut line = format!("        {} {}", production.cost().0, production.constructor());
    if !fields.is_empty() {
        line = format!("{line}({})", fields.join(", "));
    }
    line.push_str(" = [");
    let mut text = String::new();
    let mut separator = "";
    for symbol in production.symbols().iter().map(|it| symbol(it, types)) {
        if line.chars().count() + separator.len() + symbol.chars().count() + "];".len() > WIDTH
            && !separator.is_empty()
        {
            text = format!("{text}{line}\n");
            line = " ".repeat(12);
            separator = "";
        }
        line = format!("{line}{separator}{symbol}");
        separator = " ";
    }
    format!("{text}{line}];\n")
}

/// The name of a field by its number: `a` to `z`, then `a1` and so on.
fn field(number: usize) -> String {
    let letters = usize::from(b'z' - b'a') + 1;
    let letter = ('a'..='z').nth(number % letters).expect("a letter for every rest");
    match number / letters {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn symbol(symbol: &Symbol, types: &[String]) -> String {
    match symbol {
        Symbol::Literal(text) => Literal::string(text).to_string(),
        Symbol::Nonterminal(id) => types[NonterminalId::index(*id)].clone(),
        Symbol::Set(set) => {
            let range = |(first, last)| {
                format!("{}..={}", Literal::character(first), Literal::character(last))
            };
            format!("[{}]", set.ranges().map(range).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_letters_and_then_numbers() {
        let numbers = [0, 2, 25, 26, 53];
        assert_eq!(numbers.map(field), ["a", "c", "z", "a1", "b2"]);
    }
}
