//! A machine to install solvers on, with scripts that stand in for pip.

#![allow(dead_code, reason = "each test uses its part")]

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use solvers::{Installer, Network};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Place of the program in a wheel of z3.
pub const PLACE: &str = "z3_solver-5.4.0.0.data/data/bin/z3";
/// A program that says that it is z3.
pub const GOOD: &[u8] = b"#!/bin/sh\necho 'Z3 version 5.4.0 - 64 bit'\n";

/// A machine with an empty cache and a pip of our own.
pub struct Machine {
    pub folder: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// An installer whose pips are the shell scripts `scripts`. A script sees
    /// the folder to download into as `$to`, what is wanted as `$wanted`, and all
    /// arguments as `$all`.
    pub fn installer(&self, scripts: &[&str]) -> Installer {
        let commands = scripts.iter().enumerate().map(|(number, script)| {
            let path = self.folder.path().join(format!("pip{number}"));
            // The last two arguments are the folder and the requirement.
            let read = "all=\"$*\"; while [ $# -gt 2 ]; do shift; done; to=$1; wanted=$2";
            fs::write(&path, format!("{read}\n{script}\n")).expect("the script is written");
            vec![OsString::from("sh"), path.into()]
        });
        let commands = commands.collect();
        Installer::new(self.cache()).with_network(Network::Allowed).with_pip(commands)
    }

    /// The script of a pip that downloads a wheel of z3 with these bytes.
    pub fn delivering(&self, bytes: &[u8]) -> String {
        self.delivering_as("z3_solver-5.4.0.0-py3-none-any.whl", bytes)
    }

    /// The script of a pip that downloads a file with this name and these bytes.
    pub fn delivering_as(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).expect("the wheel is written");
        format!("echo \"$wanted\" >> '{}'; cp '{}' \"$to\"", self.log().display(), path.display())
    }

    /// A program in the folder `folder`, made of a shell script.
    pub fn program(&self, folder: &str, name: &str, script: &str) -> PathBuf {
        let folder = self.folder.path().join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("the program is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may run");
        path
    }

    pub fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the names in the cache, temporary folders included.
    pub fn kept(&self) -> Vec<String> {
        let Ok(folders) = fs::read_dir(self.cache().join("solvers")) else { return Vec::new() };
        let name = |folder: fs::DirEntry| folder.file_name().to_string_lossy().into_owned();
        folders.map(|folder| name(folder.expect("a folder"))).collect()
    }
}

/// A wheel with one file.
pub fn wheel(place: &str, content: &[u8]) -> Vec<u8> {
    wheel_of(&[(place, content)])
}

/// A wheel with these files.
pub fn wheel_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut zip = ZipWriter::new(&mut bytes);
    for (place, content) in files {
        zip.start_file(*place, SimpleFileOptions::default()).expect("a file in the wheel");
        zip.write_all(content).expect("its content");
    }
    zip.finish().expect("a wheel");
    bytes.into_inner()
}
