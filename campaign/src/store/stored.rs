//! Tracks, runs and settings as a database knows them.

use super::{RunId, SettingId, TrackId};
use crate::seat::setting::{Purpose, Recorded};
use crate::source::identity::Identity;
use crate::source::order::Place;

/// A source as a store knows it. `Strings` with its digest and order is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTrack {
    /// In this store.
    pub id: TrackId,
    /// The identity of the source.
    pub identity: Identity,
}

impl StoredTrack {
    /// Returns the name of the source.
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// Returns what people call a question of it.
    pub fn place(&self, number: u64) -> Place {
        self.identity.order.place(number)
    }
}

/// A run as a store knows it. Its version is such as `0.1.0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// In this store.
    pub id: RunId,
    /// The request, as JSON.
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

/// A setting as a store knows it. `z3-4.8.7` within 2 s is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSetting {
    /// In this store.
    pub id: SettingId,
    /// The key, which tells it from others.
    pub key: String,
    /// The solver, and how it was asked.
    pub recorded: Recorded,
}

impl StoredSetting {
    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        &self.recorded.description.name
    }

    /// Whether its answers only tell how fast the machine was.
    pub fn is_yardstick(&self) -> bool {
        self.recorded.purpose == Purpose::Yardstick
    }

    /// Returns how it was asked, whatever the program: options, limits, manner and purpose. All of
    /// the key
    /// where it does not begin with the program, so that it is no other setting's way.
    pub fn way(&self) -> &str {
        let program = self.recorded.description.program();
        self.key.strip_prefix(&program).unwrap_or(&self.key).trim_start()
    }
}
