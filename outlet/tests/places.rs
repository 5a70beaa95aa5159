//! Files at every kind of place: regular files, links, pipes, devices, open descriptors.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::thread;

use outlet::{Whole, write};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names in it, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = Folder::new();
    let path = folder.path("a");
    let mut file = Whole::create(&path).unwrap();
    file.write_all(b"half").unwrap();
    assert!(file.is_pending() && !path.exists());
    drop(file);
    assert_eq!(folder.names(), [""; 0]);
    write(&path, b"whole").unwrap();
    assert_eq!(
        (fs::read(&path).unwrap().as_slice(), folder.names()),
        (&b"whole"[..], vec!["a".to_owned()])
    );
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let folder = Folder::new();
    let path = folder.path("a");
    for mode in [0o600, 0o640, 0o755] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        // Who reads it sees the old one to its end.
        let mut reader = File::open(&path).unwrap();
        write(&path, b"new").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "old");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn a_name_may_be_as_long_as_the_system_allows() {
    let folder = Folder::new();
    let path = folder.path(&"n".repeat(255));
    write(&path, b"x").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x");
}

#[test]
fn a_link_stays_and_leads_to_the_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("inside")).unwrap();
    symlink("inside/target", folder.path("near")).unwrap();
    symlink("near", folder.path("far")).unwrap();
    for text in ["first", "second"] {
        write(&folder.path("far"), text.as_bytes()).unwrap();
        assert!(is_link(&folder.path("far")) && is_link(&folder.path("near")));
        assert_eq!(fs::read_to_string(folder.path("inside/target")).unwrap(), text);
    }
    symlink("round", folder.path("round")).unwrap();
    assert!(write(&folder.path("round"), b"x").is_err());
    symlink("inside", folder.path("to-a-folder")).unwrap();
    assert!(write(&folder.path("to-a-folder"), b"x").is_err());
    assert!(is_link(&folder.path("to-a-folder")));
    assert_eq!(folder.names(), ["far", "inside", "near", "round", "to-a-folder"]);
}

#[test]
fn a_pipe_is_written_into() {
    let folder = Folder::new();
    let path = folder.path("pipe");
    mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    symlink("pipe", folder.path("link")).unwrap();
    for name in ["pipe", "link"] {
        let reader = thread::spawn({
            let path = path.clone();
            move || fs::read(path).unwrap()
        });
        write(&folder.path(name), b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    }
}

#[test]
fn a_device_stays_a_device() {
    let folder = Folder::new();
    let path = folder.path("null");
    let mode = Mode::RUSR | Mode::WUSR;
    if let Err(error) = mknodat(CWD, &path, FileType::CharacterDevice, mode, makedev(1, 3)) {
        // Past the capture of the test harness: a person should see it.
        writeln!(io::stderr(), "no device was written into: {error}").unwrap();
        return;
    }
    // Some folders have no devices that work.
    if write(&path, b"x").is_ok() {
        symlink("null", folder.path("link")).unwrap();
        write(&folder.path("link"), b"x").unwrap();
    }
    assert!(fs::metadata(&path).unwrap().file_type().is_char_device());
}

#[test]
#[cfg(target_os = "linux")]
fn an_open_file_goes_on() {
    let mut open = tempfile::tempfile().unwrap();
    open.write_all(b"one ").unwrap();
    let number = open.as_raw_fd();
    for path in [format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}")] {
        write(Path::new(&path), b"more ").unwrap();
    }
    let mut text = String::new();
    open.rewind().unwrap();
    open.read_to_string(&mut text).unwrap();
    assert_eq!(text, "one more more ");
}

#[test]
fn what_cannot_be_written_is_said_and_leaves_nothing() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "x").unwrap();
    fs::create_dir(folder.path("folder")).unwrap();
    for (name, kind) in [
        ("nowhere/a", io::ErrorKind::NotFound),
        ("file/a", io::ErrorKind::NotADirectory),
        ("folder", io::ErrorKind::IsADirectory),
        ("folder/..", io::ErrorKind::IsADirectory),
    ] {
        let error = write(&folder.path(name), b"x").unwrap_err();
        assert_eq!(error.kind(), kind, "{name}");
    }
    assert_eq!(folder.names(), ["file", "folder"]);
}

#[test]
fn standard_output_has_several_names() {
    let folder = Folder::new();
    symlink("/proc/self/fd/1", folder.path("link")).unwrap();
    symlink("link", folder.path("link-of-a-link")).unwrap();
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        assert!(outlet::is_standard_output(Path::new(name)), "{name}");
    }
    assert!(outlet::is_standard_output(&folder.path("link-of-a-link")));
    for name in ["./-", "a", "/dev/null", "/dev/fd/2"] {
        assert!(!outlet::is_standard_output(Path::new(name)), "{name}");
    }
}
