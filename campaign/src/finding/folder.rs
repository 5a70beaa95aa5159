//! A finding into a folder and back: a formula to run, a report to paste, the evidence to replay.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use solvers::{Family, Want, standalone};
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::accused::SolverName;
use crate::finding::issue::issue;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::sequel::Sequel;
use crate::hex::hex;
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::source::formula_name::FormulaName;
use crate::source::order::Place;
use crate::store::Bug;

/// The file that a solver runs.
pub const FORMULA: &str = "formula.smt2";
/// The file that people paste.
pub const REPORT: &str = "report.md";
/// The file that `etude replay` reads.
pub const EVIDENCE: &str = "evidence.json";

/// The form of `evidence.json`; a change that older readers cannot read makes it a new one.
const FORMAT: u64 = 1;

/// The longest index that a folder's name holds in full.
const LONGEST_INDEX: usize = 24;

/// A finding, and what is known of its bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dossier {
    /// The finding.
    pub finding: Finding,
    /// Number of further formulas that show the same bug.
    #[serde(default)]
    pub further: u64,
    /// The first few of them, such as `Ints 1300`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<FormulaName>,
    /// If the bug is known already, what people wrote down about it; it may be nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// All that became known of it after it was found, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequel: Option<Sequel>,
    /// The other bugs that probably have the same cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub siblings: Vec<Sibling>,
    /// The operating system on which it was found, where that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
}

/// A bug that probably has the same cause as another one. `Strings 2475` with the operators
/// `str.++` and `str.<=` is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sibling {
    /// Its smallest formula.
    pub formula: FormulaName,
    /// The operators of that.
    pub operators: Vec<String>,
}

/// Reason why a finding's folder cannot be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The disk is full, the place is protected, …
    #[error("cannot write {}: {reason}; choose another place, or make this one writable", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        reason: io::Error,
    },
    /// It cannot be told which folders there are.
    #[error("the folders of findings: {0}")]
    Unlisted(io::Error),
    /// The folder of a bug for which a smaller formula was found cannot be removed.
    #[error("the folders of findings: cannot remove {}: {reason}", path.display())]
    Stale {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// There is no such folder, or no evidence in it.
    #[error("cannot read {}: {reason}; name a finding's folder, which holds {EVIDENCE}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's own words.
        reason: io::Error,
    },
    /// The evidence is damaged.
    #[error("{} holds no finding: {reason}; fetch the folder again, or hunt again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        reason: String,
    },
    /// The evidence is of a later form.
    #[error(
        "{} was written by etude {etude} in form {format}, and this etude reads up to form \
         {FORMAT}: use etude {etude} or a later one", path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its form.
        format: u64,
        /// Version of the etude that wrote it: `0.1.0`.
        etude: String,
    },
}

impl Dossier {
    /// A finding of which nothing else is known.
    pub fn new(finding: Finding) -> Self {
        Self {
            finding,
            further: 0,
            examples: Vec::new(),
            known: None,
            sequel: None,
            siblings: Vec::new(),
            system: None,
        }
    }

    /// A bug of a campaign; `known` is why it is known already, if it is.
    pub fn of_bug(bug: &Bug, known: Option<&str>) -> Self {
        Self {
            further: bug.count.saturating_sub(1) as u64,
            examples: bug.others.clone(),
            known: known.map(str::to_owned),
            sequel: bug.sequel.clone(),
            system: bug.system.clone(),
            ..Self::new(bug.finding.clone())
        }
    }

    /// Returns the formula that people read and solvers run: the shortest that was seen to show it.
    pub fn formula(&self) -> &str {
        let trimmed = self.sequel.as_ref().and_then(|sequel| sequel.trimmed.as_deref());
        trimmed.unwrap_or(&self.finding.evidence.formula)
    }

    /// Returns the script that people paste: the formula with what the accused solvers must be told and
    /// asked beside it, such as `(get-value ((div 0 0)))` where the model leaves that open.
    pub(crate) fn script(&self) -> String {
        const MODEL: &str = "\n(get-model)";
        let mut script = standalone(self.formula(), &families(&self.finding), want(&self.finding));
        // Several solvers were asked different things.
        let [accused] = self.finding.accused_replies()[..] else { return script };
        let questions = accused.values.iter().map(|value| ["\n", value.question.as_str()].concat());
        if let Some(place) = script.rfind(MODEL) {
            script.insert_str(place + MODEL.len(), &questions.collect::<String>());
        }
        script
    }

    /// Writes the folder into `parent`, which is made if need be, and says where it is.
    ///
    /// A new folder appears complete or not at all. In one that is there already each file is
    /// replaced as a whole, the evidence last; other files in it are left alone.
    pub fn write(&self, parent: &Path) -> Result<PathBuf, FolderError> {
        let folder = parent.join(folder_name(&self.finding));
        let stage = parent.join(format!(".{}.{}", folder_name(&self.finding), process::id()));
        let files = self.files();
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let written = Self::stage(&stage, files).and_then(|()| publish(&stage, &folder, &names));
        if written.is_err() {
            // What is half done must not stay; the first error is the one to tell.
            let _ = fs::remove_dir_all(&stage);
        }
        written.map(|()| folder)
    }

    /// Whether a folder is one in which another is being written, as [`write`](Self::write) names
    /// them; one campaign has one writer, so it is what a killed one left behind.
    pub fn is_stage(folder: &Path) -> bool {
        let name = folder.file_name().and_then(|name| name.to_str());
        let parts = name.and_then(|it| it.strip_prefix('.')?.rsplit_once('.'));
        let Some((inner, process)) = parts else { return false };
        !inner.is_empty() && process.parse::<u32>().is_ok()
    }

    fn stage(stage: &Path, files: Vec<(String, String)>) -> Result<(), FolderError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |reason| FolderError::Write { path, reason }
        };
        match fs::remove_dir_all(stage) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                return Err(failed(stage)(reason));
            }
            _ => {}
        }
        fs::create_dir_all(stage).map_err(failed(stage))?;
        for (name, text) in files {
            let path = stage.join(name);
            fs::write(&path, text).map_err(failed(&path))?;
        }
        Ok(())
    }

    /// The files of the folder, by name, the evidence last. A mutant's has its seeds, its steps, its
    /// witness, and, if the finding is about it, what it was before the last step.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![(FORMULA.to_owned(), formula(self)), (REPORT.to_owned(), issue(self))];
        if let Some(lineage) = &self.finding.evidence.lineage {
            files.extend(lineage.files());
        }
        files.push((EVIDENCE.to_owned(), self.evidence()));
        files
    }

    fn evidence(&self) -> String {
        let Value::Object(rest) = serde_json::to_value(self).expect("a finding is plain data")
        else {
            unreachable!("a struct is written as an object")
        };
        let mut object = Map::new();
        object.insert("format".to_owned(), FORMAT.into());
        object.insert("etude".to_owned(), env!("CARGO_PKG_VERSION").into());
        object.extend(rest);
        format!("{:#}\n", Value::Object(object))
    }

    /// The finding in a folder: `Dossier::read(&dossier.write(parent)?)` is the dossier.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(EVIDENCE);
        let text = fs::read_to_string(&path)
            .map_err(|reason| FolderError::Read { path: path.clone(), reason })?;
        let damaged = |reason: String| FolderError::Damaged { path: path.clone(), reason };
        let value: Value =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        let format = value.get("format").and_then(Value::as_u64);
        let format = format.ok_or_else(|| damaged("it does not say its format".to_owned()))?;
        if format > FORMAT {
            let etude = value.get("etude").and_then(Value::as_str).unwrap_or("?").to_owned();
            return Err(FolderError::Newer { path, format, etude });
        }
        // From the text and not from the value, so that the error says the line.
        serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))
    }
}

/// Puts the staged files where they belong.
fn publish(stage: &Path, folder: &Path, names: &[String]) -> Result<(), FolderError> {
    let failed = |reason| FolderError::Write { path: folder.to_owned(), reason };
    if !folder.exists() {
        return fs::rename(stage, folder).map_err(failed);
    }
    for name in names {
        let text = fs::read(stage.join(name)).map_err(failed)?;
        outlet::write(&folder.join(name), &text).map_err(failed)?;
    }
    fs::remove_dir_all(stage).map_err(failed)
}

/// `{solver}-{kind}-{theory}-{index or file}`, with nothing that a file system could refuse; different
/// findings have different names.
pub fn folder_name(finding: &Finding) -> String {
    let place = finding.formula.place.to_string();
    let place = match finding.formula.place {
        Place::File(_) => safe(&place),
        // What a file is called may be anything, and is told apart by a digest.
        Place::Mutant { .. } if finding.formula.place.is_in_file() => safe(&place),
        Place::Mutant { .. } => safe(&place.replace('/', "-").replace(',', "+").replace(':', "_")),
        Place::Index(_) | Place::Drawn { .. } if place.len() > LONGEST_INDEX => {
            format!("{}-{}digits-{}", &place[..12], place.len(), digest(&place))
        }
        Place::Index(_) | Place::Drawn { .. } => place,
    };
    let names: Vec<&str> = finding.accused.iter().map(SolverName::as_str).collect();
    let solvers = safe(&names.join("+"));
    format!("{solvers}-{}-{}-{place}", finding.kind, safe(&finding.formula.theory))
}

/// A word of letters, digits and few signs; a digest tells those apart that would be the same.
fn safe(word: &str) -> String {
    const LONGEST: usize = 60;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
    let cut: String =
        word.chars().map(|c| if is_plain(c) { c } else { '_' }).take(LONGEST).collect();
    let cut = cut.trim_start_matches('.');
    if cut == word { word.to_owned() } else { format!("{cut}-{}", digest(word)) }
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes())[..4])
}

/// The formula as the accused solvers run it, below what it is.
fn formula(dossier: &Dossier) -> String {
    let finding = &dossier.finding;
    let script = dossier.script();
    format!(
        "; {}: {}\n; {}\n; see {REPORT}\n{script}",
        finding.kind,
        finding.accused_labels(),
        match &finding.formula.place {
            Place::File(_) => finding.formula.name().to_string(),
            place => format!("theory {}, formula {place}", finding.formula.theory),
        },
    )
}

/// The families of the accused, as far as they are known.
pub(crate) fn families(finding: &Finding) -> Vec<Family> {
    finding.accused_replies().iter().filter_map(|it| it.solver.family.parse().ok()).collect()
}

/// Returns what the accused must be asked for to show the fault. One that says `unsat` or `unknown`
/// would
/// complain of a question for its model.
pub(crate) fn want(finding: &Finding) -> Want {
    let answers =
        |it: &&RecordedReply| !matches!(it.verdict, VerdictKind::Unsat | VerdictKind::Unknown);
    if finding.kind == Kind::Disagreement || finding.accused_replies().iter().any(answers) {
        Want::Model
    } else {
        Want::Verdict
    }
}
