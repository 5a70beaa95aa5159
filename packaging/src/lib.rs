//! A program into packages that people install: a Python wheel, a Debian package, a container file.
//!
//! | module | turns | into |
//! |---|---|---|
//! | `payload` | a program | all that is installed of it, asked of the program itself |
//! | `wheel` | that | a Python wheel, for `pip install` |
//! | `deb` | that | a Debian package, for `apt install ./etude.deb` |
//! | `container` | a wheel | a file that builds a container |
//!
//! The same payload gives the same bytes: no clock is looked at.
//!
//! ```
//! use packaging::{Item, Payload, deb, wheel};
//!
//! let program = Item::program("bin/hello", b"#!/bin/sh\necho hello\n".to_vec());
//! let payload = Payload { name: "hello", version: "1.0.0", about: "Says hello", items: vec![program] };
//! assert_eq!(wheel::file_name(&payload, "x86_64"), "hello-1.0.0-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl");
//! assert!(wheel::build(&payload, "x86_64")?.starts_with(b"PK"));
//! assert!(deb::build(&payload, "x86_64")?.starts_with(b"!<arch>\n"));
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod container;
pub mod deb;
mod payload;
pub mod wheel;

pub use payload::{Item, Payload};
