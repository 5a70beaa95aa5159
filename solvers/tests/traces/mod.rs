//! What runs leave behind: processes that carry their mark, dead children, files.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::PathBuf;

/// The numbers of all processes.
fn processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The fields of a process after its name: state, parent, ….
fn fields(pid: u32) -> Vec<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = text.rfind(')').map_or("", |end| &text[end + 1..]);
    rest.split_whitespace().map(str::to_owned).collect()
}

fn environment(pid: u32) -> String {
    let bytes = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn command_line(pid: u32) -> String {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}

/// The command lines of processes that carry the mark of the runs that keep
/// their files in the folder of this name.
pub fn marked(folder: &str) -> Vec<String> {
    let mark = format!("ETUDE_RUN={folder}/");
    let carries = |pid: &u32| environment(*pid).split('\0').any(|entry| entry.starts_with(&mark));
    processes().into_iter().filter(carries).map(command_line).collect()
}

/// The children of `parent` that are dead and not waited for, as the system lists them.
pub fn dead_children_of(parent: u32) -> Vec<String> {
    let is_dead = |pid: &u32| {
        let fields = fields(*pid);
        fields.first().is_some_and(|state| state == "Z")
            && fields.get(1) == Some(&parent.to_string())
    };
    let entry = |pid| fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    processes().into_iter().filter(is_dead).map(entry).collect()
}

/// The folders that the runs of the program `pid` keep files in: its wardens, which remove them,
/// know them. Those of other programs are no matter of ours.
pub fn scratch_folders_of(pid: u32) -> Vec<PathBuf> {
    let is_child = |child: &u32| fields(*child).get(1) == Some(&pid.to_string());
    let command_lines = processes().into_iter().filter(is_child).map(command_line);
    let wardens = command_lines.filter(|line| line.contains(" etude-warden "));
    wardens.filter_map(|line| line.split_whitespace().last().map(PathBuf::from)).collect()
}
