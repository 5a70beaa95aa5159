//! Says to the linker what libraries that etude hosts may find in it, and puts the program that
//! hosts them into a static one, which can load none: `cargo xtask dist` says where it is.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ETUDE_HOST_PROGRAM");
    println!("cargo::rustc-check-cfg=cfg(has_host_inside)");
    // `solvers/src/host/seeding.rs` says why.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol=__gmp_randseed_ui");
    }
    if let Ok(program) = env::var("ETUDE_HOST_PROGRAM") {
        println!("cargo::rerun-if-changed={program}");
        println!("cargo::rustc-env=ETUDE_HOST_PROGRAM={program}");
        println!("cargo::rustc-cfg=has_host_inside");
    }
}
