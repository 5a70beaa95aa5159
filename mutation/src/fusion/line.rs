//! Lines of tables into fusion functions.

use std::sync::Arc;

use smtlib::sexpr::{Sexpr, Sexprs};
use thiserror::Error;

use super::FusionFunction;
use super::constants::{Constant, ConstantKind};
use super::template::{SortTemplate, Template};

/// A fault in a line of a table, and what would be right. A line without `z =` has one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {message}")]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub message: String,
}

/// The lines of a table that are no comments, each with its number from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with(';')
    })
}

/// Reads a line, the one with this number, of the table of a theory.
pub(super) fn function(theory: &str, text: &str, line: usize) -> Result<FusionFunction, LineError> {
    let wrong = |message: String| LineError { line, message };
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let [name, variables, z, x, y, rest @ ..] = columns.as_slice() else {
        return Err(wrong("a line is `name | x y z: Int | z = … | x = … | y = …`".to_owned()));
    };
    let (sorts, constants) = declarations(variables).map_err(wrong)?;
    let equation = |column: &str, name: &str| {
        let side = column.strip_prefix(name).map(str::trim_start);
        let side = side.and_then(|rest| rest.strip_prefix('='));
        let side = side.ok_or_else(|| format!("`{name} = …` is wanted instead of `{column}`"))?;
        match templates(side)?.as_slice() {
            [template] => Ok(template.clone()),
            _ => Err(format!("one term is wanted instead of `{}`", side.trim())),
        }
    };
    let guard = match rest {
        [] => Vec::new(),
        [when] => {
            let conditions = when.strip_prefix("when ");
            let conditions = conditions
                .ok_or_else(|| wrong(format!("`when …` is wanted instead of `{when}`")))?;
            templates(conditions).map_err(wrong)?
        }
        _ => return Err(wrong("there are more columns than six".to_owned())),
    };
    Ok(FusionFunction {
        name: (*name).into(),
        sorts,
        constants,
        fuse: equation(z, "z").map_err(wrong)?,
        invert_x: equation(x, "x").map_err(wrong)?,
        invert_y: equation(y, "y").map_err(wrong)?,
        guard,
        theory: theory.into(),
        text: text.trim().into(),
        line,
    })
}

/// All terms of a text.
fn templates(text: &str) -> Result<Vec<Template>, String> {
    let sexprs = Sexprs::read(text).map_err(|error| error.message)?;
    let read = |sexpr: Sexpr| Template::read(&sexprs, sexpr).map_err(|(_, message)| message);
    sexprs.top().map(read).collect()
}

/// `x y z: Int, a b: nonzero, c: any`.
fn declarations(text: &str) -> Result<([SortTemplate; 3], Vec<Constant>), String> {
    let mut sorts: [Option<SortTemplate>; 3] = [None, None, None];
    let mut constants = Vec::new();
    for group in text.split(',') {
        let (names, kind) = group
            .split_once(':')
            .ok_or_else(|| format!("`names: sort` is wanted instead of `{}`", group.trim()))?;
        for name in names.split_whitespace() {
            match ["x", "y", "z"].iter().position(|known| *known == name) {
                Some(place) => sorts[place] = Some(sort(kind)?),
                None => constants.push(Constant {
                    name: Arc::from(name),
                    kind: ConstantKind::read(kind).ok_or_else(|| {
                        format!(
                            "`{}` is no kind of constant; there are any, nonzero, unit, odd, \
                             `inverse a`, `index n` and formula",
                            kind.trim()
                        )
                    })?,
                }),
            }
        }
    }
    let [Some(x), Some(y), Some(z)] = sorts else {
        return Err("the sorts of x, y and z are wanted: `x y z: Int`".to_owned());
    };
    Ok(([x, y, z], constants))
}

fn sort(text: &str) -> Result<SortTemplate, String> {
    let sexprs = Sexprs::read(text).map_err(|error| error.message)?;
    let all: Vec<Sexpr> = sexprs.top().collect();
    match all.as_slice() {
        &[only] => SortTemplate::read(&sexprs, only).map_err(|(_, message)| message),
        _ => Err(format!("one sort is wanted instead of `{}`", text.trim())),
    }
}
