//! The words of a command into words that mean the same in another folder.
//!
//! Solvers run in a folder of their own. Which of a stranger's words are paths nobody can know, so
//! this is the rule: the program is looked up where we are. Of a further word what stands behind its
//! first `=`, else all of it, is a path if it has a dot or a slash in it and something is there; and
//! if it is a list with colons, each part that is one. `--config=opts.txt` is one if there is such a
//! file; `--lang smt2` is none, even beside a folder `smt2`. A word that begins with `-` is no path.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The file that a shell in `folder` would run for `word`.
pub(super) fn program(word: &OsStr, folder: &Path) -> io::Result<PathBuf> {
    if word.as_bytes().contains(&b'/') {
        return Ok(folder.join(word));
    }
    let folders = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/bin:/usr/bin".into());
    let found = env::split_paths(&folders).map(|place| folder.join(place).join(word));
    found.filter(|_| !word.is_empty()).find(|path| is_runnable(path)).ok_or_else(|| {
        io::Error::new(io::ErrorKind::NotFound, "there is no such program on the PATH")
    })
}

/// The word that means in any folder what `word` means in `folder`.
pub(super) fn argument(word: &OsStr, folder: &Path) -> OsString {
    let bytes = word.as_bytes();
    let is_option = bytes.starts_with(b"-");
    if !is_option && let Some(path) = path(bytes, folder) {
        return path;
    }
    let (name, value) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(equals) => bytes.split_at(equals + 1),
        None if is_option => return word.to_owned(),
        None => (&b""[..], bytes),
    };
    let value = path(value, folder).unwrap_or_else(|| {
        let part = |part| path(part, folder).unwrap_or_else(|| OsStr::from_bytes(part).to_owned());
        value.split(|byte| *byte == b':').map(part).collect::<Vec<_>>().join(OsStr::new(":"))
    });
    OsString::from_vec([name, value.as_bytes()].concat())
}

/// The whole path, if `part` looks like one and something is there.
fn path(part: &[u8], folder: &Path) -> Option<OsString> {
    let is_like_path = part.contains(&b'.') || part.contains(&b'/');
    let path = folder.join(OsStr::from_bytes(part));
    (is_like_path && path.exists()).then(|| path.into_os_string())
}

/// Whether there is a file that the system lets somebody run.
pub(crate) fn is_runnable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn words_mean_the_same_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for file in ["opts.txt", "a.jar", "build/b.jar", "smt2/x", "config", "-in.txt"] {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::write(folder.join(file), "").unwrap();
        }
        let here = folder.display();
        for (word, expected) in [
            ("opts.txt", format!("{here}/opts.txt")),
            ("--config=opts.txt", format!("--config={here}/opts.txt")),
            ("trace_file=build/b.jar", format!("trace_file={here}/build/b.jar")),
            ("a.jar:build/b.jar:c.jar", format!("{here}/a.jar:{here}/build/b.jar:c.jar")),
            ("-Dfile=a.jar:x", format!("-Dfile={here}/a.jar:x")),
            // A folder of that name is a coincidence, a path is not.
            ("smt2", "smt2".to_owned()),
            ("./smt2", format!("{here}/./smt2")),
            ("--lang=smt2", "--lang=smt2".to_owned()),
            ("config", "config".to_owned()),
            // Nothing is there.
            ("out.txt", "out.txt".to_owned()),
            ("timeout=1.5", "timeout=1.5".to_owned()),
            ("-in.txt", "-in.txt".to_owned()),
            ("-T:5", "-T:5".to_owned()),
            ("/nowhere/a.jar", "/nowhere/a.jar".to_owned()),
            ("", String::new()),
            ("=", "=".to_owned()),
        ] {
            assert_eq!(argument(OsStr::new(word), folder), OsStr::new(&expected), "{word}");
        }
    }

    #[test]
    fn a_program_is_looked_up_where_we_are() {
        let of = |word: &str| program(OsStr::new(word), Path::new("/here"));
        assert_eq!(of("./build/z3").unwrap(), Path::new("/here/./build/z3"));
        assert_eq!(of("/usr/bin/z3").unwrap(), Path::new("/usr/bin/z3"));
        assert!(of("sh").unwrap().is_absolute());
        assert_eq!(of("no-such-solver").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(of("").is_err());
    }
}
