//! A payload into a Python wheel: a zip file in which `pip` finds programs and files.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use anyhow::Result;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::{Item, Payload};

/// Returns the wheel's file name for a machine such as `x86_64`. The program is static, so it runs
/// with every C library.
pub fn file_name(payload: &Payload<'_>, machine: &str) -> String {
    let Payload { name, version, .. } = payload;
    format!("{name}-{version}-{}.whl", tags(machine).replace(' ', "."))
}

/// The tags by which pip knows for which machines a wheel is.
fn tags(machine: &str) -> String {
    format!("py3-none-manylinux2014_{machine} musllinux_1_1_{machine}")
}

/// Returns the wheel.
pub fn build(payload: &Payload<'_>, machine: &str) -> Result<Vec<u8>> {
    let Payload { name, version, about, items } = payload;
    let stem = format!("{name}-{version}");
    let mut files: Vec<Item> = items
        .iter()
        .map(|item| {
            let place = match item.place.strip_prefix("bin/") {
                Some(program) => format!("{stem}.data/scripts/{program}"),
                None => format!("{stem}.data/data/{}", item.place),
            };
            Item { place, ..item.clone() }
        })
        .collect();
    let mut text = |file: &str, text: String| {
        files.push(Item::text(&format!("{stem}.dist-info/{file}"), text.into_bytes()));
    };
    text(
        "METADATA",
        format!(
            "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {about}\n\
             License: MIT OR Apache-2.0\nRequires-Python: >=3.8\n"
        ),
    );
    let tags = tags(machine);
    let mut wheel = format!("Wheel-Version: 1.0\nGenerator: {name}\nRoot-Is-Purelib: false\n");
    let (python, systems) = tags.rsplit_once("none-").unwrap_or(("", &tags));
    for system in systems.split(' ') {
        // To write to a string cannot fail.
        let _ = writeln!(wheel, "Tag: {python}none-{system}");
    }
    text("WHEEL", wheel);
    let record = format!("{stem}.dist-info/RECORD");
    let mut lines = String::new();
    for Item { place, bytes, .. } in &files {
        let _ = writeln!(
            lines,
            "{place},sha256={},{}",
            url_base64(&Sha256::digest(bytes)),
            bytes.len()
        );
    }
    let _ = writeln!(lines, "{record},,");
    files.push(Item::text(&record, lines.into_bytes()));
    zipped(&files)
}

fn zipped(files: &[Item]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(file.mode());
        zip.start_file(file.place.as_str(), options)?;
        zip.write_all(&file.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Returns bytes in the letters of RFC 4648, section 5, without `=` at the end.
fn url_base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..=three.len() {
            let six = bits >> (18 - 6 * place) & 63;
            text.push(char::from(LETTERS[six as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_written_as_pip_reads_them() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foo", "Zm9v"),
            (b"foobar", "Zm9vYmFy"),
            (b"\xfb\xff", "-_8"),
        ] {
            assert_eq!(url_base64(bytes), text);
        }
    }
}
