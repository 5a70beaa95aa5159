//! Releases of a solver that have a bug, in the words of a changelog: `z3 4.8.5 to 4.8.7; fixed in
//! 4.8.8`.

use outlet::counted;
use serde::{Deserialize, Serialize};
use solvers::Release;

use crate::judge::health::Health;

/// One release that was asked about a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedRelease {
    /// Its version: `4.8.7`.
    pub release: String,
    /// Whether it has the bug.
    pub health: Health,
}

/// The releases that have a bug, as far as they were asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifetime {
    /// The solver: `z3`.
    pub solver: String,
    /// The version in which the bug was found; `None` for a build that tells none.
    pub found_in: Option<String>,
    /// The releases that were asked, the oldest first, with the one in which it was found.
    pub asked: Vec<AskedRelease>,
    /// Releases that there are, and that were not asked, the oldest first; `None` if nobody could say
    /// which there are.
    pub missing: Option<Vec<String>>,
}

/// A span of releases that have a bug, and what bounds it; places in `asked`.
struct Span {
    first: usize,
    last: usize,
    good_before: Option<usize>,
    good_after: Option<usize>,
}

impl Lifetime {
    /// Returns the lifetime of a bug by what releases said; `listed` are all releases that there are.
    pub fn new(
        solver: String,
        found_in: Option<String>,
        mut asked: Vec<AskedRelease>,
        listed: Option<Vec<String>>,
    ) -> Self {
        if let Some(release) = found_in.clone() {
            asked.retain(|it| it.release != release);
            asked.push(AskedRelease { release, health: Health::Bad });
        }
        asked.sort_by_key(|it| ordering(&it.release));
        let missing = listed.map(|mut listed| {
            listed.retain(|it| !asked.iter().any(|asked| asked.release == *it));
            listed.sort_by_key(|it| ordering(it));
            listed
        });
        Self { solver, found_in, asked, missing }
    }

    /// Returns the same with what more releases said, or the same ones now; `listed` are all releases
    /// that there are, where that is known now.
    #[must_use]
    pub fn with(self, more: Vec<AskedRelease>, listed: Option<Vec<String>>) -> Self {
        let Self { solver, found_in, mut asked, missing } = self;
        asked.retain(|it| more.iter().all(|now| now.release != it.release));
        asked.extend(more);
        Self::new(solver, found_in, asked, listed.or(missing))
    }

    /// Returns which releases have it and which do not: `z3 4.8.5 to 4.8.7; fixed in 4.8.8`, `z3 4.8.7;
    /// still in 5.4.0`.
    pub fn words(&self) -> String {
        self.words_with("not asked")
    }

    /// Returns the same for who can ask more: where releases are missing, it says how to have them.
    pub fn words_with_advice(&self) -> String {
        self.words_with("not installed: --install")
    }

    /// Returns the same; of releases that are missing, `fate`.
    fn words_with(&self, fate: &str) -> String {
        let Some(span) = self.span() else { return self.words_of_build() };
        let Span { first, last, good_before, good_after } = span;
        let release = |place: usize| self.asked[place].release.as_str();
        let is_newest = last + 1 == self.asked.len();
        let mut parts = vec![match (first == last, is_newest) {
            (true, _) => format!("{} {}", self.solver, release(first)),
            (false, true) => format!("{} {} and later", self.solver, release(first)),
            (false, false) => format!("{} {} to {}", self.solver, release(first), release(last)),
        }];
        if let Some(good) = good_before {
            parts.push(format!("not in {}", release(good)));
            parts.extend(self.gap(good, first).map(|gap| format!("{gap} {fate}")));
        }
        match good_after {
            Some(good) => {
                let gap = self.gap(last, good);
                parts.push(if self.is_next(last, good) {
                    format!("fixed in {}", release(good))
                } else {
                    format!("fixed between {} and {}", release(last), release(good))
                });
                parts.extend(gap.map(|gap| format!("{gap} {fate}")));
            }
            None if is_newest && self.found_in.as_deref() != Some(release(last)) => {
                parts.push(format!("still in {}", release(last)));
            }
            None => {}
        }
        parts.join("; ")
    }

    /// Returns since when it is there, in few words: `4.8.5`, `4.8.5 or older`, `4.8.7 or older; not in
    /// 4.8.5`; `None` for a build that stands in no row of releases.
    pub fn since(&self) -> Option<String> {
        let Span { first, good_before, .. } = self.span()?;
        let release = &self.asked[first].release;
        Some(match good_before {
            Some(good) if self.is_next(good, first) => release.clone(),
            Some(good) => format!("{release} or older; not in {}", self.asked[good].release),
            None => format!("{release} or older"),
        })
    }

    /// Returns until when it is there, in few words: `in 4.8.8`, `between 4.8.7 and 5.4.0`, `still in
    /// 5.4.0`; `None` if no later release was asked.
    pub fn until(&self) -> Option<String> {
        let Span { last, good_after, .. } = self.span()?;
        let release = |place: usize| &self.asked[place].release;
        match good_after {
            Some(good) if self.is_next(last, good) => Some(format!("in {}", release(good))),
            Some(good) => Some(format!("between {} and {}", release(last), release(good))),
            None if last + 1 == self.asked.len()
                && self.found_in.as_ref() != Some(release(last)) =>
            {
                Some(format!("still in {}", release(last)))
            }
            None => None,
        }
    }

    /// Returns the newest release that was asked, with the one in which it was found.
    pub fn newest(&self) -> Option<&str> {
        Some(&self.asked.last()?.release)
    }

    /// Whether nothing stands between two releases that were asked.
    fn is_next(&self, from: usize, to: usize) -> bool {
        to == from + 1 && self.missing.is_some() && self.gap(from, to).is_none()
    }

    /// Returns the release that fixed it, where there is one: `5.4.0`.
    pub fn fixed_in(&self) -> Option<&str> {
        let good = self.span()?.good_after?;
        Some(&self.asked[good].release)
    }

    /// Returns the oldest release that has it, up to the one in which it was found.
    pub fn first_bad(&self) -> Option<&str> {
        Some(&self.asked[self.span()?.first].release)
    }

    /// Whether the newest release that was asked has it; `None` if none but the one in which it was
    /// found was asked.
    pub fn is_in_newest(&self) -> Option<bool> {
        let newest = self.asked.last()?;
        match newest.health {
            _ if Some(&newest.release) == self.found_in.as_ref() && self.asked.len() == 1 => None,
            Health::Bad => Some(true),
            Health::Good => Some(false),
            Health::Untestable => None,
        }
    }

    /// A build without a version stands in no row: what releases say is told one by one.
    fn words_of_build(&self) -> String {
        let of = |health: Health| -> Vec<&str> {
            let asked = self.asked.iter().filter(|it| it.health == health);
            asked.map(|it| it.release.as_str()).collect()
        };
        let (bad, good) = (of(Health::Bad), of(Health::Good));
        let bad = (!bad.is_empty()).then(|| format!("in {} too", bad.join(", ")));
        let good = (!good.is_empty()).then(|| format!("not in {}", good.join(", ")));
        let said: Vec<String> = bad.into_iter().chain(good).collect();
        if said.is_empty() {
            return self.solver.clone();
        }
        format!("{}; {}", self.solver, said.join("; "))
    }

    /// The unbroken run of bad releases around the one in which it was found; what does not tell
    /// breaks no run.
    fn span(&self) -> Option<Span> {
        let found_in = self.found_in.as_ref()?;
        let found = self.asked.iter().position(|it| it.release == *found_in)?;
        let mut span = Span { first: found, last: found, good_before: None, good_after: None };
        for place in (0..found).rev() {
            match self.asked[place].health {
                Health::Bad => span.first = place,
                Health::Untestable => {}
                Health::Good => {
                    span.good_before = Some(place);
                    break;
                }
            }
        }
        for place in found + 1..self.asked.len() {
            match self.asked[place].health {
                Health::Bad => span.last = place,
                Health::Untestable => {}
                Health::Good => {
                    span.good_after = Some(place);
                    break;
                }
            }
        }
        Some(span)
    }

    /// Returns how many releases between two were not asked, if any were not: `2 releases between`.
    fn gap(&self, from: usize, to: usize) -> Option<String> {
        let (from, to) = (ordering(&self.asked[from].release), ordering(&self.asked[to].release));
        let between = |it: &&String| (&from..&to).contains(&&ordering(it));
        let count = self.missing.iter().flatten().filter(between).count();
        let releases = counted(count as u64, "release");
        (count > 0).then(|| format!("{releases} between"))
    }
}

/// Releases stand in the order of their versions, what is none before all.
fn ordering(release: &str) -> Option<Release> {
    release.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lifetime(found_in: &str, asked: &str, listed: Option<&str>) -> String {
        let asked = asked.split_whitespace().map(|word| {
            let (release, health) = word.split_at(word.len() - 1);
            let health = match health {
                "!" => Health::Bad,
                "?" => Health::Untestable,
                _ => Health::Good,
            };
            AskedRelease { release: release.to_owned(), health }
        });
        let listed = listed.map(|all| all.split_whitespace().map(str::to_owned).collect());
        let found_in = (!found_in.is_empty()).then(|| found_in.to_owned());
        Lifetime::new("z3".to_owned(), found_in, asked.collect(), listed).words()
    }

    #[test]
    fn what_more_releases_say_is_added() {
        let asked = |release: &str, health| AskedRelease { release: release.to_owned(), health };
        let listed = ["4.8.5", "4.8.6", "4.8.7", "4.8.8", "5.4.0"].map(str::to_owned).to_vec();
        let before = vec![asked("4.8.5", Health::Good), asked("5.4.0", Health::Good)];
        let found_in = Some("4.8.7".to_owned());
        let lifetime = Lifetime::new("z3".to_owned(), found_in, before, Some(listed));
        assert_eq!(
            lifetime.words_with_advice(),
            "z3 4.8.7; not in 4.8.5; 1 release between not installed: --install; fixed between 4.8.7 \
             and 5.4.0; 1 release between not installed: --install"
        );
        let more = vec![asked("4.8.6", Health::Good), asked("4.8.8", Health::Good)];
        let lifetime = lifetime.with(more, None);
        assert_eq!(lifetime.words(), "z3 4.8.7; not in 4.8.6; fixed in 4.8.8");
        // What a release says now counts.
        let lifetime = lifetime.with(vec![asked("4.8.6", Health::Bad)], None);
        assert_eq!(lifetime.words(), "z3 4.8.6 to 4.8.7; not in 4.8.5; fixed in 4.8.8");
        assert_eq!(lifetime.since().as_deref(), Some("4.8.6"));
        assert_eq!(lifetime.until().as_deref(), Some("in 4.8.8"));
    }

    #[test]
    fn a_lifetime_is_told_as_a_changelog_tells_it() {
        let all = Some("4.8.4 4.8.5 4.8.6 4.8.7 4.8.8 4.10.0 5.4.0");
        for (found_in, asked, listed, words) in [
            (
                "4.8.7",
                "4.8.8+ 4.8.6! 4.8.5! 4.8.4+",
                all,
                "z3 4.8.5 to 4.8.7; not in 4.8.4; fixed in 4.8.8",
            ),
            (
                "4.8.7",
                "5.4.0+",
                all,
                "z3 4.8.7; fixed between 4.8.7 and 5.4.0; 2 releases between not asked",
            ),
            ("4.8.7", "5.4.0+", None, "z3 4.8.7; fixed between 4.8.7 and 5.4.0"),
            ("4.8.7", "5.4.0!", all, "z3 4.8.7 and later; still in 5.4.0"),
            ("4.8.7", "4.8.8? 4.10.0+ 5.4.0!", all, "z3 4.8.7; fixed between 4.8.7 and 4.10.0"),
            ("5.4.0", "", all, "z3 5.4.0"),
            ("5.4.0", "4.10.0+", all, "z3 5.4.0; not in 4.10.0"),
            ("", "4.8.7+ 5.4.0!", all, "z3; in 5.4.0 too; not in 4.8.7"),
        ] {
            assert_eq!(lifetime(found_in, asked, listed), words, "{found_in} {asked}");
        }
    }
}
