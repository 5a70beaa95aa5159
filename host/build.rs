//! Says to the linker what libraries that are hosted may find in the host.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // `solvers/src/host/seeding.rs` says why.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol=__gmp_randseed_ui");
    }
}
