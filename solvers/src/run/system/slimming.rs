//! Memory that a supervisor holds only because it is a copy of us, given back.
//!
//! A supervisor lives as long as its solver. The pages that it shares with us would have to be
//! copied whenever we write to them, and what we free would stay taken.

use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags};

/// Mappings that are smaller are not worth a call, and may be the dynamic linker's.
const LEAST: usize = 1 << 20;

/// Gives back the heap of this process, and all other large memory that no file stands behind, but
/// for the stack that it runs on. Nothing may be allocated or freed in it from then on.
pub(super) fn release_memory() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let here = 0_u8;
    let here = (&raw const here).addr();
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let Ok(maps) = rustix::fs::open(c"/proc/self/maps", flags, Mode::empty()) else { return };
    let mut end_of_file = 0;
    for_each_line(&maps, |line| {
        let Some(mapping) = parse(line) else { return };
        if mapping.is_file {
            end_of_file = mapping.end;
        }
        let is_large = mapping.end - mapping.start >= LEAST;
        // Behind a file's mapping stands what its program writes to.
        let is_ours = (mapping.start..mapping.end).contains(&here) || mapping.start == end_of_file;
        if mapping.is_private && !mapping.is_file && is_large && !is_ours {
            // SAFETY: nobody reads it again: this process uses its stack and static memory only.
            unsafe {
                let start = std::ptr::with_exposed_provenance_mut(mapping.start);
                libc::madvise(start, mapping.end - mapping.start, libc::MADV_DONTNEED);
            }
        }
    });
}

/// A line of the system's list of what is in the memory of a process.
#[derive(Debug, PartialEq, Eq)]
struct Mapping {
    start: usize,
    end: usize,
    /// Whether it can be written and nobody else sees what is.
    is_private: bool,
    is_file: bool,
}

/// Reads `7f1c00000000-7f1c00021000 rw-p 00000000 00:00 0   [heap]`.
fn parse(line: &[u8]) -> Option<Mapping> {
    let mut fields = line.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
    let range = fields.next()?;
    let dash = range.iter().position(|byte| *byte == b'-')?;
    let number = |digits: &[u8]| usize::from_str_radix(str::from_utf8(digits).ok()?, 16).ok();
    let (start, end) = (number(range.get(..dash)?)?, number(range.get(dash + 1..)?)?);
    let is_private = fields.next()? == b"rw-p";
    let is_file = fields.nth(2)? != b"0";
    // `[stack]` and the like are the system's.
    let is_named = fields.next().is_some_and(|name| name != b"[heap]");
    Some(Mapping { start, end, is_private: is_private && (is_file || !is_named), is_file })
}

/// Calls `work` on each line of a file. One that is longer than any of the list is cut.
fn for_each_line(file: &OwnedFd, mut work: impl FnMut(&[u8])) {
    let mut buffer = [0; 8192];
    let mut length = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        let Ok(read) = rustix::io::read(file, rest) else { return };
        if read == 0 {
            return;
        }
        length += read;
        let mut start = 0;
        while let Some(line) = buffer.get(start..length)
            && let Some(newline) = line.iter().position(|byte| *byte == b'\n')
        {
            work(&line[..newline]);
            start += newline + 1;
        }
        buffer.copy_within(start..length, 0);
        length -= start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_are_told_apart() {
        let of = |line: &str| parse(line.as_bytes()).unwrap();
        let heap = of("7f1c00000000-7f1c00021000 rw-p 00000000 00:00 0      [heap]");
        assert_eq!((heap.start, heap.end), (0x7f1c_0000_0000, 0x7f1c_0002_1000));
        assert!(heap.is_private && !heap.is_file);
        assert!(of("10000-20000 rw-p 00000000 00:00 0 ").is_private);
        assert!(!of("10000-20000 rw-p 00000000 00:00 0 [stack]").is_private);
        assert!(!of("10000-20000 r--p 00000000 00:00 0").is_private);
        assert!(!of("10000-20000 rw-s 00000000 00:00 0").is_private);
        assert!(of("10000-20000 rw-p 00000000 08:01 77 /usr/lib/a b.so").is_file);
        assert_eq!(parse(b"nonsense"), None);
    }
}
