//! The program on a real terminal: lines that are drawn anew, colours, and who wants neither.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use etude_tests::etude_command;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::screen::Screen;

/// Text that a command left on a terminal, and that was seen there in between.
struct Seen {
    screen: Screen,
    /// The rows, whenever something was written.
    moments: Vec<Vec<String>>,
}

impl Seen {
    /// Runs a command on a terminal of that size, to its end.
    fn of(mut command: Command, columns: u16, rows: u16) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let inside = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        command.stdin(Stdio::null()).stderr(inside.try_clone().unwrap()).stdout(inside);
        let mut child = command.spawn().unwrap();
        // Only the child has its end of the terminal now: when it ends, nothing more can be read.
        drop(command);
        let mut screen = Screen::new(columns.into(), rows.into());
        let mut moments = Vec::new();
        let mut terminal = File::from(terminal);
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = terminal.read(&mut bytes) {
            screen.write(&bytes[..count]);
            moments.push(screen.lines());
        }
        child.wait().unwrap();
        Self { screen, moments }
    }

    /// Returns the most rows at a moment that begin with a word.
    fn most(&self, word: &str) -> usize {
        let rows = |rows: &Vec<String>| rows.iter().filter(|row| row.starts_with(word)).count();
        self.moments.iter().map(rows).max().unwrap_or(0)
    }

    fn text(&self) -> String {
        self.screen.lines().join("\n")
    }
}

fn etude(arguments: &str, folder: &Path) -> Command {
    let mut command = etude_command();
    command.args(arguments.split(' ')).current_dir(folder);
    command.env("TERM", "xterm-256color").env("ETUDE_OFFLINE", "1");
    // A build server's log shows colours, whatever its TERM says.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command
}

/// A hunt of some seconds in five theories, with a solver that is wrong.
fn hunt(folder: &Path) -> Command {
    let solver = folder.join("wrong");
    fs::write(&solver, "#!/bin/sh\nsleep 0.01\necho unsat\n").unwrap();
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
    let theories = "Core,Ints,Strings,BitvectorsAll,Quantifiers";
    let options = "--count 60 --follow-up 0s --jobs 2 --solver ./wrong";
    etude(&format!("hunt --theory {theories} {options}"), folder)
}

#[test]
fn lines_are_cut_and_drawn_anew() {
    for (columns, rows) in [(80, 24), (30, 24), (80, 5)] {
        let folder = tempfile::tempdir().unwrap();
        let seen = Seen::of(hunt(folder.path()), columns, rows);
        let size = format!("{columns}x{rows}:\n{}", seen.text());
        assert_eq!(seen.most("total "), 1, "{size}");
        assert!(seen.most("Core ") <= 1, "{size}");
        let has_left = seen.moments.iter().flatten().any(|row| row.contains(" left"));
        assert!(has_left || columns < 80, "{size}");
        // Nothing of it stays; what was found stays, each once.
        assert!(!seen.text().contains("total "), "{size}");
        let text = seen.text();
        let found = text.lines().filter(|row| row.starts_with("found wrong")).count();
        assert!(found > 0, "{size}");
        assert!(text.starts_with("asking wrong"), "{size}");
    }
}

#[test]
fn a_dumb_terminal_and_quiet_people_see_no_lines_that_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut dumb = hunt(folder.path());
    let seen = Seen::of(
        {
            dumb.env("TERM", "dumb");
            dumb
        },
        80,
        24,
    );
    assert_eq!((seen.screen.moves, seen.screen.colours), (0, 0), "{}", seen.text());
    let folder = tempfile::tempdir().unwrap();
    let mut quiet = hunt(folder.path());
    let seen = Seen::of(
        {
            quiet.arg("-q");
            quiet
        },
        80,
        24,
    );
    assert_eq!(seen.screen.moves, 0, "{}", seen.text());
    assert!(!seen.text().contains("asking") && !seen.text().contains("found "), "{}", seen.text());
    assert!(seen.text().contains("5 bugs") || seen.text().contains("bug"), "{}", seen.text());
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &str, variables: &[(&str, &str)], is_coloured: bool| {
        let mut command = etude(arguments, folder.path());
        command.envs(variables.iter().copied());
        let seen = Seen::of(command, 80, 24);
        assert!(seen.text().contains("error: "), "{}", seen.text());
        assert_eq!(seen.screen.colours > 0, is_coloured, "{arguments} {variables:?}");
    };
    // An error of ours, and one of the command line itself.
    for line in ["show Nonsense 5", "show --nonsense"] {
        check(line, &[], true);
        check(line, &[("NO_COLOR", "1")], false);
        check(line, &[("NO_COLOR", "")], true);
        check(line, &[("TERM", "dumb")], false);
        check(&format!("{line} --color never"), &[], false);
        check(&format!("--color=never {line}"), &[], false);
        check(&format!("{line} --color always"), &[("NO_COLOR", "1")], true);
    }
    let to_a_pipe = |colour: &str| {
        let arguments = format!("show Nonsense 5 --color {colour}");
        let output = etude(&arguments, folder.path()).output().unwrap();
        String::from_utf8(output.stderr).unwrap().contains('\x1b')
    };
    assert!(to_a_pipe("always"));
    assert!(!to_a_pipe("auto"));
}

#[test]
fn a_pipe_gets_results_and_nothing_that_moves() {
    let folder = tempfile::tempdir().unwrap();
    let output = hunt(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    assert!(!output.stdout.contains(&0x1b), "{output:?}");
}
