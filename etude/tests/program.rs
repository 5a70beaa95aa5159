//! The program itself starts. That it is named here makes `cargo test --workspace` build it with
//! everything else, for the tests of the whole program too.

use std::process::Command;

#[test]
fn it_says_its_name_and_version() {
    let output = Command::new(env!("CARGO_BIN_EXE_etude")).arg("--version").output();
    let output = output.expect("the program runs");
    let expected = format!("etude {}\n", env!("CARGO_PKG_VERSION"));
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
