//! Digests of what mutants are, one per technique and theory: a change that makes mutants faster
//! makes the same ones.

use anyhow::Result;
use sha2::{Digest as _, Sha256};

use crate::spaces::spaces;
use crate::techniques::{Only, recipe};

/// Prints a digest of the texts and the witnesses of this many numbers of each technique and theory,
/// and how many of them have a mutant.
#[expect(clippy::print_stdout, reason = "the digests are the output")]
pub(crate) fn run(count: u64, only: &Only) -> Result<()> {
    let spaces = spaces()?;
    for (theory, partners) in only.theories(&spaces)? {
        let seeds = &partners.all;
        for technique in only.techniques() {
            let recipe = recipe(technique, &spaces);
            let (mut digest, mut made) = (Sha256::new(), 0_u64);
            for number in 0..count {
                let seed = &seeds[usize::try_from(number)? % seeds.len()];
                let mutant = recipe.mutant(seed, &partners, number);
                made += u64::from(mutant.is_some());
                let text = mutant.as_ref().map(mutation::Mutant::text);
                let witness = mutant.as_ref().and_then(|it| it.specimen().witness_text());
                let lineage = mutant.as_ref().map(mutation::Mutant::lineage);
                for part in [text, witness, lineage] {
                    // What is not there is told from what is empty.
                    digest.update([u8::from(part.is_some())]);
                    if let Some(part) = part {
                        digest.update(part);
                    }
                    digest.update([0]);
                }
            }
            let digest = digest.finalize();
            let short = u64::from_be_bytes(digest[..8].try_into()?);
            println!("{theory:<14} {technique:<9} {made:>7} of {count} {short:016x}");
        }
    }
    Ok(())
}
