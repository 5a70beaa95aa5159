//! Files and folders of the command line into a corpus, with a word on whatever is left out.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Result, bail};
use campaign::{Corpus, FileName, Order, Plan, Store, Stretch};
use outlet::{counted, quoted};

use crate::cli::{FormulaArguments, SeedArguments};
use crate::output::warn;

/// Returns the scripts that were asked for; `None` if none were. Each file that is left out is told
/// with the reason, and so is one whose folder and whose `:status` contradict each other.
pub(crate) fn corpus(arguments: &SeedArguments) -> Result<Option<Corpus>> {
    if arguments.seeds.is_empty() {
        return Ok(None);
    }
    let (corpus, left_out) = Corpus::read(&arguments.seeds, arguments.seed_bytes)?;
    for file in &left_out {
        warn(&format!("left out: {file}"));
    }
    if corpus.is_empty() {
        let seeds = shown(&arguments.seeds);
        if left_out.is_empty() {
            bail!("there is no .smt2 file in {seeds}: name a folder that has some, or a file");
        }
        bail!(
            "there is no script to ask in {seeds}, and the reasons are above; scripts are text with a \
             (check-sat), and --seed-bytes allows longer ones"
        );
    }
    for script in corpus.scripts() {
        if let Some(contradiction) = script.contradiction {
            let (name, folder) = (&script.name, contradiction.folder);
            let status = contradiction.status;
            warn(&format!(
                "{name} lies in {folder}/ and says (set-info :status {status}): neither is believed"
            ));
        }
    }
    Ok(Some(corpus))
}

/// Returns the scripts of a corpus as a campaign asks them, or the first `most` of them.
pub(crate) fn stretch(corpus: &Corpus, arguments: &SeedArguments, most: u64) -> Stretch {
    let origin = format!("--seeds {}", shown(&arguments.seeds));
    Stretch::new(corpus.source(Some(origin)), 0..most)
}

/// Fails if options choose formulas of a grammar where there are scripts alone.
pub(crate) fn check_options(arguments: &FormulaArguments) -> Result<()> {
    let FormulaArguments { reading, widening, .. } = arguments;
    let given = [
        ("--from", arguments.from != 0.into()),
        ("--from-bytes", arguments.from_bytes.is_some()),
        ("--stride", arguments.stride.is_some()),
        ("--size", arguments.size.is_some()),
        ("--start", reading.start.is_some()),
        ("--alphabet", reading.alphabet.is_some()),
        ("--vars", widening.vars.is_some()),
        ("--asserts", widening.asserts.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!(
            "{option} is about the formulas of a grammar, and --seeds are files: leave it out, or add \
             --theory THEORY to ask formulas too"
        ),
        None => Ok(()),
    }
}

/// Tells if a campaign asked other scripts by the name of a corpus of this plan, and none of these.
pub(crate) fn tell_changes(plan: &Plan, store: &Store) -> Result<()> {
    let tracks = store.tracks()?;
    for stretch in &plan.stretches {
        let identity = stretch.source.identity();
        let Order::Corpus { files } = &identity.order else { continue };
        if tracks.iter().any(|track| track.identity.is(identity)) {
            continue;
        }
        let before = tracks.iter().rev().find_map(|track| match &track.identity.order {
            Order::Corpus { files } if track.name() == identity.name => Some(files),
            _ => None,
        });
        let Some(before) = before else { continue };
        let (before, now): (BTreeSet<&FileName>, BTreeSet<&FileName>) =
            (before.as_slice().iter().collect(), files.as_slice().iter().collect());
        let (new, gone) = (now.difference(&before).count(), before.difference(&now).count());
        let what = match (new, gone) {
            (0, 0) => "some scripts have other texts".to_owned(),
            _ => format!("{} new, {gone} gone", counted(new as u64, "file")),
        };
        warn(&format!(
            "{} has changed since this campaign asked it ({what}): all its scripts are asked as they \
             are now, and what was said of them before is kept beside",
            identity.name
        ));
    }
    Ok(())
}

/// The paths as a shell takes them.
fn shown(paths: &[PathBuf]) -> String {
    let words = paths.iter().map(|path| quoted(&path.to_string_lossy()));
    words.collect::<Vec<_>>().join(" ")
}
