//! A payload into a Debian package: an `ar` archive of two compressed `tar` archives.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

use crate::{Item, Payload};

/// Returns the package's file name for a machine such as `x86_64`.
pub fn file_name(payload: &Payload<'_>, machine: &str) -> Result<String> {
    Ok(format!("{}_{}_{}.deb", payload.name, payload.version, architecture(machine)?))
}

/// Returns Debian's name of a machine.
fn architecture(machine: &str) -> Result<&'static str> {
    Ok(match machine {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "riscv64" => "riscv64",
        _ => bail!("Debian has no name for {machine} that is known here"),
    })
}

/// Returns the package.
pub fn build(payload: &Payload<'_>, machine: &str) -> Result<Vec<u8>> {
    let Payload { name, version, about, items } = payload;
    let kilobytes = items.iter().map(|item| item.bytes.len()).sum::<usize>().div_ceil(1024);
    let control = format!(
        "Package: {name}\nVersion: {version}\nArchitecture: {}\nMaintainer: the authors of {name}\n\
         Installed-Size: {kilobytes}\nSection: science\nPriority: optional\n\
         Recommends: python3-pip\nDescription: {about}\n \
         Solvers are fetched by pip (or uv), which is all that is needed besides.\n",
        architecture(machine)?
    );
    let control = archive(&[Item::text("control", control.into_bytes())])?;
    let data = archive(&items.iter().map(in_debian).collect::<Vec<_>>())?;
    let mut package = b"!<arch>\n".to_vec();
    for (member, bytes) in [
        ("debian-binary", b"2.0\n".as_slice()),
        ("control.tar.gz", &control),
        ("data.tar.gz", &data),
    ] {
        // Name, time, owner, group, permissions, length, each as wide as the format says.
        writeln!(
            package,
            "{member:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`",
            0,
            0,
            0,
            100_644,
            bytes.len()
        )?;
        package.extend(bytes);
        if bytes.len() % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

/// Returns a file in its place on Debian: below `/usr`, and where Debian's zsh looks for completions.
fn in_debian(item: &Item) -> Item {
    let place = item.place.replace("/zsh/site-functions/", "/zsh/vendor-completions/");
    Item { place: format!("usr/{place}"), ..item.clone() }
}

/// Returns a compressed archive of files and of the folders in which they stand.
fn archive(items: &[Item]) -> Result<Vec<u8>> {
    let encoder = GzEncoder::new(Vec::new(), Compression::best());
    let mut archive = Builder::new(encoder);
    let folders: BTreeSet<&Path> = items
        .iter()
        .flat_map(|item| Path::new(&item.place).ancestors().skip(1))
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    for folder in folders {
        let mut header = header(EntryType::Directory, 0o755, 0);
        archive.append_data(&mut header, folder.join(""), &b""[..])?;
    }
    for item in items {
        let mut header = header(EntryType::Regular, item.mode(), item.bytes.len() as u64);
        archive.append_data(&mut header, &item.place, item.bytes.as_slice())?;
    }
    Ok(archive.into_inner()?.finish()?)
}

fn header(kind: EntryType, mode: u32, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(size);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header
}
