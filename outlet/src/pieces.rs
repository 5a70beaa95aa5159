//! Bytes to an open file in pieces of the length that suits it.
//!
//! A pipe holds pages. A piece that does not fill its last one costs a page and a call for a few bytes,
//! and writer and reader lose their rhythm: half of the speed and more where every second piece is
//! such a rest, a tenth where every seventeenth is. So a pipe gets whole pieces, and what is left over waits for the next
//! bytes or for [`flush`](Write::flush). Pieces are short, since one that is longer than what a pipe
//! has room for makes the writer sleep until the reader has taken some of it, page by page. Files and
//! devices take pieces of any length.

use std::fs::File;
use std::io::{self, Write};

/// The length of pieces that a pipe takes fastest, in bytes.
const PIPE_PIECE: usize = 8 << 10;

/// The bytes that a pipe is asked to hold, so that writer and reader rarely wait for each other; as
/// many as Linux gives to programs that are not root.
const PIPE_SIZE: usize = 1 << 20;

/// An open file that is written in pieces of the length that suits it. A pipe gets `8` KiB at a
/// time, and the rest when it is flushed or dropped.
#[derive(Debug)]
pub struct Pieces {
    out: File,
    /// Bytes that make no whole piece yet; `None` where pieces may have any length.
    held: Option<Vec<u8>>,
}

impl Pieces {
    /// Takes an open file, and enlarges it if it is a pipe.
    pub fn new(out: File) -> Self {
        let held = is_pipe(&out).then(|| {
            enlarge(&out);
            Vec::with_capacity(PIPE_PIECE)
        });
        Self { out, held }
    }

    /// Returns the program's standard output. What `std::io::stdout` holds back is written before.
    #[cfg(unix)]
    pub fn of_standard_output() -> io::Result<Self> {
        use std::os::fd::AsFd;
        let mut stdout = io::stdout().lock();
        stdout.flush()?;
        Ok(Self::new(File::from(stdout.as_fd().try_clone_to_owned()?)))
    }

    /// Returns the open file.
    pub(crate) fn file(&self) -> &File {
        &self.out
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(held) = &mut self.held else { return self.out.write(bytes) };
        if held.is_empty() && bytes.len() >= PIPE_PIECE {
            return self.out.write(&bytes[..PIPE_PIECE]);
        }
        let taken = bytes.len().min(PIPE_PIECE - held.len());
        held.extend_from_slice(&bytes[..taken]);
        if held.len() == PIPE_PIECE {
            let written = self.out.write_all(held);
            // What cannot be written is not tried again when this is dropped.
            held.clear();
            written?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(held) = &mut self.held {
            let written = self.out.write_all(held);
            held.clear();
            written?;
        }
        self.out.flush()
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        // Whoever wants to know of errors flushes.
        let _ = self.flush();
    }
}

#[cfg(unix)]
fn is_pipe(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.metadata().is_ok_and(|there| there.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &File) -> bool {
    false
}

/// Asks for a larger pipe. A system that refuses leaves it as it is, which is only slower.
#[cfg(target_os = "linux")]
fn enlarge(pipe: &File) {
    if rustix::pipe::fcntl_getpipe_size(pipe).is_ok_and(|size| size < PIPE_SIZE) {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_SIZE);
    }
}

#[cfg(not(target_os = "linux"))]
fn enlarge(_: &File) {}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::fd::OwnedFd;
    use std::thread;
    use std::time::Duration;

    fn pipe() -> (File, Pieces) {
        let (reader, writer) = io::pipe().unwrap();
        (File::from(OwnedFd::from(reader)), Pieces::new(File::from(OwnedFd::from(writer))))
    }

    #[test]
    fn a_pipe_gets_short_pieces_and_all_bytes() {
        let (mut reader, mut writer) = pipe();
        let bytes: Vec<u8> = (0..3_000_000_u32).map(|it| it.to_le_bytes()[0]).collect();
        assert_eq!(writer.write(&bytes).unwrap(), PIPE_PIECE);
        let sent = bytes.clone();
        let thread = thread::spawn(move || {
            // What is left of one call is written with the bytes of the next, and at the end.
            let (some, others) = sent[PIPE_PIECE..].split_at(1_000_001);
            writer.write_all(some).unwrap();
            writer.write_all(others).unwrap();
        });
        // A reader that is slow at first.
        thread::sleep(Duration::from_millis(20));
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        thread.join().unwrap();
        assert!(read == bytes);
    }

    #[test]
    fn a_pipe_gets_whole_pieces_until_it_is_flushed() {
        let (mut reader, mut writer) = pipe();
        writer.write_all(&[b'x'; PIPE_PIECE + 5]).unwrap();
        let mut read = vec![0; 3 * PIPE_PIECE];
        assert_eq!(reader.read(&mut read).unwrap(), PIPE_PIECE);
        writer.write_all(b"yz").unwrap();
        writer.flush().unwrap();
        assert_eq!(reader.read(&mut read).unwrap(), 7);
        assert_eq!(&read[..7], b"xxxxxyz");
    }

    #[test]
    fn a_reader_that_goes_away_is_an_error_and_no_more() {
        let (reader, mut writer) = pipe();
        drop(reader);
        let error = writer.write_all(&vec![b'x'; 100_000]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_file_takes_all_at_once() {
        let mut writer = Pieces::new(tempfile::tempfile().unwrap());
        assert_eq!(writer.write(&vec![b'x'; 1_000_000]).unwrap(), 1_000_000);
    }
}
