//! Digests as people read them.

use std::fmt::Write as _;

/// Returns bytes in hexadecimal digits: `[10, 255]` is `0aff`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
