//! `--variants`: solvers under other options that change no meaning, each a solver of its own.

use anyhow::{Result, bail};
use campaign::{Setting, tell_apart};
use solvers::{Family, Variant, variants};

use crate::output::warn;
use crate::spelling::did_you_mean;

/// Adds the variants of each solver that was asked for: all, or those with these names. Options that
/// a release does not know are told and left out.
pub(crate) fn with_variants(settings: Vec<Setting>, names: &[String]) -> Result<Vec<Setting>> {
    check_names(&settings, names)?;
    let is_all = names.iter().any(|name| name == "all");
    let mut all = settings;
    for place in 0..all.len() {
        let setting = all[place].clone();
        let mut unknown = Vec::new();
        for variant in variants(setting.solver.family) {
            if !is_all && !names.contains(&variant.name) {
                continue;
            }
            let solver = setting.solver.variant(variant);
            if solver.knows_its_options()? {
                all.push(Setting::new(solver, setting.limits, setting.manner)?);
            } else {
                unknown.push(variant.name.as_str());
            }
        }
        if !unknown.is_empty() {
            let (name, unknown) = (setting.name(), unknown.join(", "));
            warn(&format!("{name} does not know the options of: {unknown}"));
        }
    }
    tell_apart(&mut all);
    Ok(all)
}

/// Fails if a name is of no variant of any solver that is asked.
fn check_names(settings: &[Setting], names: &[String]) -> Result<()> {
    let families: Vec<Family> = settings.iter().map(|setting| setting.solver.family).collect();
    let known: Vec<&Variant> = families.iter().flat_map(|family| variants(*family)).collect();
    if known.is_empty() {
        bail!("none of the solvers has variants; `etude solvers variants` lists those that do");
    }
    for name in names.iter().filter(|name| *name != "all") {
        if !known.iter().any(|variant| variant.name == *name) {
            let hint = did_you_mean(name, known.iter().map(|variant| variant.name.as_str()));
            bail!(
                "`{name}` is no variant of these solvers{hint}; `etude solvers variants` lists them"
            );
        }
    }
    Ok(())
}
