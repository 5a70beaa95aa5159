//! Traces that runs leave behind: processes that carry their mark, dead children, files.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, reason = "a test")]

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
/// their files in the folder of this name: in their environment, or, where they
/// have forgotten that, among their words; or that are in that folder. Wardens
/// carry it by office.
pub fn marked(folder: &str) -> Vec<String> {
    let mark = format!("ETUDE_RUN={folder}/");
    let carries = |pid: &u32| environment(*pid).split('\0').any(|entry| entry.starts_with(&mark));
    let word = format!(" {folder}/");
    let says = |pid: &u32| command_line(*pid).contains(&word);
    let place = format!("/{folder}/");
    let is_inside = |pid: &u32| {
        let folder = fs::read_link(format!("/proc/{pid}/cwd")).unwrap_or_default();
        folder.to_string_lossy().contains(&place)
    };
    let all = processes().into_iter().filter(|pid| carries(pid) || says(pid) || is_inside(pid));
    all.map(command_line).filter(|line| !is_warden(line)).collect()
}

/// The numbers and command lines of processes that were started with this entry in their
/// environment, or are copies of such.
pub fn started_with(entry: &str) -> Vec<(u32, String)> {
    let has = |pid: &u32| environment(*pid).split('\0').any(|other| other == entry);
    processes().into_iter().filter(has).map(|pid| (pid, command_line(pid))).collect()
}

/// Whether this is how a warden was started.
pub fn is_warden(command_line: &str) -> bool {
    command_line.contains(" etude-warden ")
}

/// The command lines of all living processes that descend from the program `pid`, but for its
/// wardens.
pub fn descendants_of(pid: u32) -> Vec<String> {
    let list: Vec<(u32, Vec<String>)> =
        processes().into_iter().map(|pid| (pid, fields(pid))).collect();
    let mut found = vec![pid];
    let mut place = 0;
    while let Some(parent) = found.get(place).map(u32::to_string) {
        let is_child = |fields: &[String]| fields.get(1) == Some(&parent);
        found.extend(list.iter().filter(|(_, fields)| is_child(fields)).map(|(pid, _)| *pid));
        place += 1;
    }
    let below = found.into_iter().skip(1).map(command_line);
    below.filter(|line| !line.is_empty() && !is_warden(line)).collect()
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

/// The children of the program `pid`.
pub fn children_of(pid: u32) -> Vec<u32> {
    let is_child = |child: &u32| fields(*child).get(1) == Some(&pid.to_string());
    processes().into_iter().filter(is_child).collect()
}

/// The folders that the runs of the program `pid` keep files in: its wardens, which remove them,
/// know them. Those of other programs are no matter of ours.
pub fn scratch_folders_of(pid: u32) -> Vec<PathBuf> {
    let command_lines = children_of(pid).into_iter().map(command_line);
    let wardens = command_lines.filter(|line| is_warden(line));
    wardens.filter_map(|line| line.split_whitespace().last().map(PathBuf::from)).collect()
}
