//! Regular expressions as immutable shared trees, of any depth.
//!
//! Texts of up to 63 characters are matched by `spans`, longer ones by `derivatives`; `decide` asks
//! questions about whole languages. Nothing recurses as deep as an expression nests.

mod classes;
mod compare;
mod decide;
mod derivatives;
mod display;
mod lower;
mod matching;
mod spans;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

pub use self::decide::OutOfBudget;
pub(crate) use self::derivatives::WORDS_PER_TERM;
pub(super) use self::matching::{Length, Matches};
use super::word::{MAX_CHARACTER, Text};

/// A value of sort `RegLan`: a regular expression, which denotes a set of texts.
///
/// Equality and hash are those of the structure; [`Regex::equivalent`] compares languages. A clone
/// shares the expression. The constructors simplify what is obvious, and keep the language.
#[derive(Clone)]
pub struct Regex(Arc<Node>);

/// An expression with what is often asked about it.
struct Node {
    kind: Kind,
    /// The hash of the structure.
    hash: u64,
    /// Number of nodes of the tree, shared ones counted each time; saturates.
    size: u64,
    /// Depth of nesting; saturates.
    depth: u32,
    /// Whether the empty text is in the language.
    nullable: bool,
    /// Whether the language is known to have a word.
    inhabited: bool,
}

#[derive(Hash)]
enum Kind {
    None,
    All,
    Word(Text),
    /// One character from the first to the second.
    Range(u32, u32),
    Concat(Regex, Regex),
    Union(Regex, Regex),
    Inter(Regex, Regex),
    Comp(Regex),
    /// From `least` to `most` words of the body, without a bound if there is no `most`.
    Repeat {
        body: Regex,
        least: u64,
        most: Option<u64>,
    },
}

/// Constants and what becomes of texts.
impl Regex {
    /// `re.none`: no text.
    pub fn none() -> Regex {
        Regex::new(Kind::None)
    }

    /// `re.all`: all texts.
    pub fn all() -> Regex {
        Regex::new(Kind::All)
    }

    /// `re.allchar`: all texts of length 1.
    pub fn allchar() -> Regex {
        Regex::new(Kind::Range(0, MAX_CHARACTER))
    }

    /// `(str.to_re text)`: this text alone.
    pub fn literal(text: Text) -> Regex {
        match *text.characters() {
            [character] => Regex::new(Kind::Range(character, character)),
            _ => Regex::new(Kind::Word(text)),
        }
    }

    /// `(re.range low high)`: the characters from the one to the other; no text unless both are
    /// single characters.
    pub fn range(low: &Text, high: &Text) -> Regex {
        match (low.characters(), high.characters()) {
            (&[low], &[high]) if low <= high => Regex::new(Kind::Range(low, high)),
            _ => Regex::none(),
        }
    }
}

/// Operators.
impl Regex {
    /// `(re.++ self other)`: the words of `self` followed by words of `other`.
    #[must_use]
    pub fn concat(&self, other: &Regex) -> Regex {
        match (&self.0.kind, &other.0.kind) {
            (Kind::None, _) | (_, Kind::None) => Regex::none(),
            (Kind::Word(word), _) if word.is_empty() => other.clone(),
            (_, Kind::Word(word)) if word.is_empty() => self.clone(),
            (Kind::All, Kind::All) => self.clone(),
            _ => Regex::new(Kind::Concat(self.clone(), other.clone())),
        }
    }

    /// `(re.union self other)`: the texts that are in `self` or in `other`.
    #[must_use]
    pub fn union(&self, other: &Regex) -> Regex {
        match (&self.0.kind, &other.0.kind) {
            (Kind::None, _) | (_, Kind::All) => other.clone(),
            (_, Kind::None) | (Kind::All, _) => self.clone(),
            _ if self.is(other) => self.clone(),
            _ => Regex::new(Kind::Union(self.clone(), other.clone())),
        }
    }

    /// `(re.inter self other)`: the texts that are in `self` and in `other`.
    #[must_use]
    pub fn inter(&self, other: &Regex) -> Regex {
        match (&self.0.kind, &other.0.kind) {
            (Kind::All, _) | (_, Kind::None) => other.clone(),
            (_, Kind::All) | (Kind::None, _) => self.clone(),
            _ if self.is(other) => self.clone(),
            _ => Regex::new(Kind::Inter(self.clone(), other.clone())),
        }
    }

    /// `(re.comp self)`: the texts that are not in `self`.
    #[must_use]
    pub fn comp(&self) -> Regex {
        match &self.0.kind {
            Kind::None => Regex::all(),
            Kind::All => Regex::none(),
            Kind::Comp(body) => body.clone(),
            _ => Regex::new(Kind::Comp(self.clone())),
        }
    }

    /// `(re.diff self other)`: the texts that are in `self` and not in `other`.
    #[must_use]
    pub fn diff(&self, other: &Regex) -> Regex {
        self.inter(&other.comp())
    }

    /// `(re.* self)`: any number of words of `self`.
    #[must_use]
    pub fn star(&self) -> Regex {
        self.at_least(0)
    }

    /// `(re.+ self)`: one or more words of `self`.
    #[must_use]
    pub fn plus(&self) -> Regex {
        self.at_least(1)
    }

    /// `(re.opt self)`: a word of `self` or the empty text.
    #[must_use]
    pub fn opt(&self) -> Regex {
        self.repeated(0, Some(1))
    }

    /// `((_ re.^ count) self)`: `count` words of `self`, one after the other.
    #[must_use]
    pub fn power(&self, count: u64) -> Regex {
        self.repeated(count, Some(count))
    }

    /// `((_ re.loop least most) self)`: from `least` to `most` words of `self`; no text if
    /// `least > most`. The counts are kept, never unrolled.
    #[must_use]
    pub fn repeat(&self, least: u64, most: u64) -> Regex {
        self.repeated(least, Some(most))
    }

    /// `((_ re.loop least) self)` of z3: `least` or more words of `self`.
    #[must_use]
    pub fn at_least(&self, least: u64) -> Regex {
        self.repeated(least, None)
    }

    fn repeated(&self, least: u64, most: Option<u64>) -> Regex {
        if most.is_some_and(|most| least > most) {
            return Regex::none();
        }
        if most == Some(0) {
            return Regex::literal(Text::EMPTY);
        }
        let (mut body, mut least, mut most) = (self, least, most);
        while let Kind::Repeat { body: inner, least: below, most: above } = &body.0.kind
            && let Some(counts) = merged((*below, *above), (least, most))
        {
            (body, (least, most)) = (inner, counts);
        }
        match &body.0.kind {
            Kind::None if least == 0 => Regex::literal(Text::EMPTY),
            // One word of these languages is as good as many, and `most` is at least 1 here.
            Kind::None | Kind::All => body.clone(),
            Kind::Word(word) if word.is_empty() => body.clone(),
            Kind::Range(0, MAX_CHARACTER) if (least, most) == (0, None) => Regex::all(),
            _ if (least, most) == (1, Some(1)) => body.clone(),
            _ => {
                // Where the empty text is a word, fewer words are a case of more words.
                let least = if body.0.nullable { 0 } else { least };
                Regex::new(Kind::Repeat { body: body.clone(), least, most })
            }
        }
    }
}

impl Regex {
    /// Returns the number of nodes of its tree, shared ones counted each time; saturates.
    pub(crate) fn size(&self) -> u64 {
        self.0.size
    }

    /// Whether the empty text is in the language.
    pub fn is_nullable(&self) -> bool {
        self.0.nullable
    }

    /// `(str.in_re text self)`.
    ///
    /// Costs, for texts of up to 63 characters, at most the cube of the length for each node. The
    /// longer ones take a derivative for each character, which costs next to nothing where it has
    /// been seen before, and is polynomial in the length in any case.
    pub fn matches(&self, text: &Text) -> bool {
        // No count of terms reaches this budget.
        matching::matches(self, text.characters(), u64::MAX).unwrap_or(false)
    }

    /// `(str.in_re text self)`, for texts of more than 63 characters within about `budget` terms.
    ///
    /// A typical expression takes a handful of terms for each character that it has not seen
    /// before in the same state.
    pub fn matches_within(&self, text: &Text, budget: u64) -> Result<bool, OutOfBudget> {
        matching::matches(self, text.characters(), budget)
    }

    fn new(kind: Kind) -> Regex {
        let mut hasher = FxHasher::default();
        // The hash of a child is its stored one, so this looks at one node only.
        kind.hash(&mut hasher);
        let (nullable, inhabited) = match &kind {
            Kind::None => (false, false),
            Kind::All => (true, true),
            Kind::Word(word) => (word.is_empty(), true),
            Kind::Range(..) => (false, true),
            Kind::Concat(a, b) => (a.0.nullable && b.0.nullable, a.0.inhabited && b.0.inhabited),
            Kind::Union(a, b) => (a.0.nullable || b.0.nullable, a.0.inhabited || b.0.inhabited),
            Kind::Inter(a, b) => {
                let nullable = a.0.nullable && b.0.nullable;
                (nullable, nullable)
            }
            Kind::Comp(body) => (!body.0.nullable, !body.0.nullable),
            Kind::Repeat { body, least, .. } => {
                let nullable = *least == 0 || body.0.nullable;
                (nullable, nullable || body.0.inhabited)
            }
        };
        let children = || kind.children().into_iter().flatten();
        let size = children().fold(1, |size: u64, child| size.saturating_add(child.0.size));
        let depth = children().map(|child| child.0.depth).max().map_or(0, |d| d.saturating_add(1));
        Regex(Arc::new(Node { hash: hasher.finish(), size, depth, nullable, inhabited, kind }))
    }

    /// Returns the address of the node: equal for shared nodes only.
    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Returns whether it is the same node, or at least clearly the same expression.
    fn is(&self, other: &Regex) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && self.0.size <= 64 && self == other)
    }
}

impl Kind {
    /// The expressions right below this one.
    fn children(&self) -> [Option<&Regex>; 2] {
        match self {
            Kind::None | Kind::All | Kind::Word(_) | Kind::Range(..) => [None, None],
            Kind::Concat(a, b) | Kind::Union(a, b) | Kind::Inter(a, b) => [Some(a), Some(b)],
            Kind::Comp(body) | Kind::Repeat { body, .. } => [Some(body), None],
        }
    }
}

/// If a repetition of a repetition is one repetition, its counts: `(r{0,p}){n,q}` is `r{0,pq}`, and
/// `(r{1,p}){n,q}` is `r{n,pq}`.
///
/// Needs a bound of the outer one that is not 0. There are no such counts if the inner least is
/// higher, since then some counts may be skipped, or if the product is too large.
fn merged(inner: Counts, (least, most): Counts) -> Option<Counts> {
    let (below, above) = inner;
    let product = match (above, most) {
        (Some(above), Some(most)) => Some(above.checked_mul(most)?),
        _ => None,
    };
    match below {
        0 => Some((0, product)),
        1 => Some((least, product)),
        _ => None,
    }
}

/// The least count and, if there is one, the bound.
type Counts = (u64, Option<u64>);

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
