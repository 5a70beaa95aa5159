//! Tracks, runs and settings as a database knows them.

use feat_runtime::Space;

use super::{SettingId, TrackId};
use crate::seat::setting::{Purpose, Recorded};
use crate::source::track::{Order, Track};

/// A track as a store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTrack {
    /// In this store.
    pub id: TrackId,
    /// The theory's name.
    pub name: String,
    /// What the grammar is.
    pub grammar: String,
    /// The order of its formulas, as JSON.
    pub sequence: String,
    /// The order of its formulas.
    pub order: Order,
}

impl StoredTrack {
    /// Whether it is this one: the same formulas in the same order.
    pub fn is(&self, track: &Track) -> bool {
        (&self.name, &self.grammar) == (&track.name, &track.digest)
            && self.sequence == track.order_text()
    }

    /// The track itself, if these are its formulas.
    pub fn of_space(&self, space: Space) -> Option<Track> {
        let track = Track::new(self.name.clone(), space, self.order.clone());
        (track.digest == self.grammar).then_some(track)
    }

    /// The index of a formula, or its number among those that were drawn.
    pub fn place(&self, number: u64) -> String {
        self.order.place(number)
    }
}

/// A run as a store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// What was asked for, as JSON.
    pub plan: String,
    /// The version of etude.
    pub version: String,
}

impl StoredRun {
    /// The words of the command, such as `etude hunt --count 10`, where they were written down. A
    /// word that was not UTF-8, a list of bytes there, has marks for what cannot be shown.
    pub fn words(&self) -> Option<Vec<String>> {
        let plan: serde_json::Value = serde_json::from_str(&self.plan).ok()?;
        let command = plan.get("command").and_then(|it| it.as_str()).unwrap_or("hunt");
        let arguments = plan.get("arguments")?.as_array()?.iter().map(word);
        ["etude", command].into_iter().map(|it| Some(it.to_owned())).chain(arguments).collect()
    }
}

fn word(value: &serde_json::Value) -> Option<String> {
    if let Some(word) = value.as_str() {
        return Some(word.to_owned());
    }
    let bytes = value.as_array()?.iter().map(|byte| u8::try_from(byte.as_u64()?).ok());
    Some(String::from_utf8_lossy(&bytes.collect::<Option<Vec<u8>>>()?).into_owned())
}

/// A setting as a store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSetting {
    /// In this store.
    pub id: SettingId,
    /// What tells it from others.
    pub key: String,
    /// The solver, and how it was asked.
    pub recorded: Recorded,
}

impl StoredSetting {
    /// What the solver is called.
    pub fn name(&self) -> &str {
        &self.recorded.description.name
    }

    /// Whether its answers only tell how fast the machine was.
    pub fn is_yardstick(&self) -> bool {
        self.recorded.purpose == Purpose::Yardstick
    }

    /// How it was asked, whatever the program: options, limits, manner and purpose. All of the key
    /// where it does not begin with the program, so that it is no other setting's way.
    pub fn way(&self) -> &str {
        let program = self.recorded.description.program();
        self.key.strip_prefix(&program).unwrap_or(&self.key).trim_start()
    }
}
