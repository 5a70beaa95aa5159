//! A request into the solver that it asks for: installed, on the `PATH`, or fetched.

use std::env;

use thiserror::Error;

use crate::cache::cache_dir;
use crate::command_line::RequestError;
use crate::error::InstallError;
use crate::family::Family;
use crate::install::{IndexNote, Installer};
use crate::package::{Package, PackageError};
use crate::path::on_path;
use crate::program::Program;
use crate::request::Request;
use crate::solver::Solver;
use crate::version::Version;

/// Reason why a text led to no solver.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// It asks for no solver.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The solver is not there and no wheel holds it.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// It cannot be installed.
    #[error(transparent)]
    Install(#[from] InstallError),
    /// It asks for several: `z3@all`.
    #[error("`{0}` are several solvers where one is wanted")]
    Several(String),
}

impl Solver {
    /// Returns the solver that a text asks for: `z3@4.8.7`, `cvc5`, or a command line such as
    /// `./build/z3 smt.random_seed=1`. By name and version it is one in the usual cache folder or
    /// on the `PATH`, else it is fetched; by name alone the one on the `PATH` comes first.
    ///
    /// ```no_run
    /// use solvers::{Limits, Solver, Verdict};
    ///
    /// let z3 = Solver::named("z3@4.8.7")?;
    /// let answer = z3.solve("(assert false)(check-sat)", &Limits::default())?;
    /// assert_eq!(answer.verdict, Verdict::Unsat);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named(text: &str) -> Result<Self, ResolveError> {
        let request: Request = text.parse()?;
        if let Request::Command(solver) = request {
            return Ok(solver);
        }
        Installer::new(cache_dir()?).resolve(&request, &mut |_| {})
    }
}

impl Installer {
    /// Returns the solver of a request, see [`Solver::named`]; `tell` hears of the package index.
    pub fn resolve(
        &self,
        request: &Request,
        tell: &mut dyn FnMut(IndexNote<'_>),
    ) -> Result<Solver, ResolveError> {
        let (family, version, options) = match request {
            Request::Command(solver) => return Ok(solver.clone()),
            Request::Named { family, version, options } => (*family, *version, options),
            Request::Several { family, releases, .. } => {
                return Err(ResolveError::Several(format!("{family}@{releases}")));
            }
        };
        let in_path = version.is_none().then(|| Solver::in_path(family)).flatten();
        if let Some(path) = in_path {
            let solver = Solver::new(vec![path.into_os_string()]).with_family(family);
            return Ok(solver.with_name(family.name()).with_options(options.clone()));
        }
        let program = self.release_of(family, version, tell)?;
        Ok(Solver::of_program(&program).with_options(options.clone()))
    }

    /// A release of a solver: from the cache, from the `PATH`, or fetched.
    fn release_of(
        &self,
        family: Family,
        version: Option<Version>,
        tell: &mut dyn FnMut(IndexNote<'_>),
    ) -> Result<Program, ResolveError> {
        let name = family.name();
        let wanted = version.unwrap_or(Version::Newest);
        let package = format!("{name}@{wanted}").parse::<Package>();
        if let Version::Exact(release) = wanted {
            if let Ok(package) = &package
                && let Some(program) = self.find(package)
            {
                self.check_host(package)?;
                return Ok(program);
            }
            // Without a PATH there is nothing on it.
            let found = env::var_os("PATH").map_or_else(Vec::new, |folders| on_path(&folders));
            let programs = found.into_iter().filter_map(|found| found.program.ok());
            let mut meeting = programs
                .filter(|program| program.name == name && release.is_met_by(&program.release));
            if let Some(program) = meeting.next() {
                return Ok(program);
            }
        }
        Ok(match version {
            None => self.serve(&package?, tell)?,
            Some(_) => self.install(&package?)?,
        })
    }
}
