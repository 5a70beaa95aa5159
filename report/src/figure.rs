//! A figure: a picture, and the numbers behind it.

use serde::Serialize;

/// A figure of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// A short name for files and links, such as `triggers`.
    pub id: &'static str,
    /// The subject, in a few words.
    pub title: String,
    /// The way to read it, in a sentence or two.
    pub caption: String,
    /// The picture: an `<svg>` element, readable without colour, light and dark.
    pub svg: String,
    /// Whether it shows something that a page must show: releases side by side, or bugs.
    #[serde(skip)]
    pub is_telling: bool,
    /// Its numbers, with a line of names; every number in the picture is here.
    pub csv: String,
}
