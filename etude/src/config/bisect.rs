//! The releases and builds that `etude bisect` asks, of what a person typed.

use anyhow::{Result, bail};
use campaign::Finding;
use solvers::{Program, Releases, Request, Solver, parse_list};

use crate::choice::{BrokenSolvers, Fetching, releases_of, resolve};
use crate::cli::Bisect;

/// Returns the solvers to ask, oldest first.
pub(crate) fn releases(arguments: &Bisect, finding: &Finding) -> Result<Vec<Solver>> {
    let Some(wanted) = &arguments.versions else { return builds(&arguments.solver) };
    let accused = finding.accused_replies();
    let (named, wish) = wish(wanted)?;
    let family = named.or_else(|| Some(accused.first()?.solver.family.clone()));
    let Some(family) = family else {
        bail!("the evidence does not say who is to blame: name builds by --solver");
    };
    // Only what the releases were asked with then tells something of them now.
    let options = accused.iter().find(|it| it.solver.family == family);
    let options = options.map_or_else(Vec::new, |it| it.solver.options.clone());
    let fetching = if arguments.install { Fetching::Allowed } else { Fetching::Forbidden };
    let programs = releases_of(&family, &wish, fetching)?;
    if programs.is_empty() {
        let reason = format!(
            "no release of {family} is installed that --versions {wanted} means: add --install, or \
             fetch some by `etude solvers install`"
        );
        return Err(BrokenSolvers(vec![reason]).into());
    }
    let solver = |program: &Program| Solver {
        options: options.iter().map(Into::into).collect(),
        ..Solver::of_program(program)
    };
    Ok(programs.iter().map(solver).collect())
}

/// Returns builds in the order in which they are named.
fn builds(texts: &[String]) -> Result<Vec<Solver>> {
    let mut solvers = Vec::new();
    for text in texts {
        for request in parse_list(text)? {
            let mut solver = match &request {
                Request::Command(solver) => solver.clone(),
                Request::Named { .. } => resolve(&request)?,
                Request::Several { .. } => bail!("name releases by --versions, builds by --solver"),
            };
            if let Request::Command(_) = request {
                // Builds are mostly called the same; their command lines differ.
                solver.name = solver.command_line();
            }
            solvers.push(solver);
        }
    }
    Ok(solvers)
}

/// Returns the solver that is named before versions, if one is, and the versions: `z3@4.8.5..z3@5.4.0`.
fn wish(text: &str) -> Result<(Option<String>, Releases)> {
    let mut family: Option<String> = None;
    let mut bare = String::new();
    for (place, part) in text.split('@').enumerate() {
        // Behind the last `..` or `,` of what stands before an `@` stands a solver's name.
        let is_last = place == text.matches('@').count();
        let cut = if is_last { part.len() } else { part.rfind(['.', ',']).map_or(0, |at| at + 1) };
        bare.push_str(&part[..cut]);
        if is_last {
            continue;
        }
        let name = part[cut..].trim();
        if family.as_ref().is_some_and(|known| known != name) {
            bail!("--versions names two solvers: a bug is bisected in one");
        }
        family = Some(name.to_owned());
    }
    Ok((family, bare.trim().parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_may_name_their_solver() {
        for (text, family, releases) in [
            ("all", None, "all"),
            ("4.8.5..", None, "4.8.5.."),
            ("z3@4.8.5..z3@5.4.0", Some("z3"), "4.8.5..5.4.0"),
            ("z3@4.8.5,4.8.7", Some("z3"), "4.8.5,4.8.7"),
            ("4.8.5", None, "4.8.5"),
        ] {
            let (found, wish) = wish(text).unwrap();
            assert_eq!((found.as_deref(), wish.to_string()), (family, releases.to_owned()));
        }
        assert!(wish("z3@4.8.5..cvc5@1.0").is_err());
        assert!(wish("z3@x").is_err());
    }
}
