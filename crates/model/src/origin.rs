//! Origins: whose code made a callback or an exception. A model that a stand-in decided says nothing of the real class.
//!
//! Some systems run inside a simulation that replaces parts of the framework. An answer of such a part is
//! what its author believed, not what the real class does. So a system may tell who made each output, and a
//! model that depends on a stand-in says so wherever it is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

/// Whose code made an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OriginKind {
    /// The code that is learned: that of the framework.
    Framework,
    /// A library on top of it.
    Library,
    /// The framework's own code delivered it, but what made it do so was scripted in the place of native code.
    Scripted,
    /// The driver alone, which is part of the case.
    Driver,
    /// A stand-in that somebody wrote in the place of the real code.
    Imitation,
}

/// The name in protocol, journal and reports.
impl fmt::Display for OriginKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

/// Who made an output.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// Whose code it was.
    pub kind: OriginKind,
    /// The class and the method.
    pub place: String,
}

impl Origin {
    /// The origin of this kind at this place.
    pub fn new(kind: OriginKind, place: &str) -> Self {
        Self { kind, place: place.to_owned() }
    }
}

/// As people read it.
///
/// ```
/// use typestar_model::{Origin, OriginKind};
/// let origin = Origin::new(OriginKind::Imitation, "ShadowMediaPlayer.doStop");
/// assert_eq!(origin.to_string(), "ShadowMediaPlayer.doStop (imitation)");
/// ```
impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.place, self.kind)
    }
}

/// Who made each output, as far as the system tells it.
///
/// An output can have several origins: the same exception may be thrown in different places. All of them are
/// kept, sorted, so that the same run writes the same file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Origins(BTreeMap<String, BTreeSet<Origin>>);

impl Origins {
    /// Takes note of who made an output.
    pub fn add(&mut self, output: &str, origin: &Origin) {
        if !self.0.get(output).is_some_and(|known| known.contains(origin)) {
            self.0.entry(output.to_owned()).or_default().insert(origin.clone());
        }
    }

    /// Whether nothing is told of any output.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Who made this output.
    pub fn of(&self, output: &str) -> impl Iterator<Item = &Origin> {
        self.0.get(output).into_iter().flatten()
    }

    /// Each output with those who made it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BTreeSet<Origin>)> {
        self.0.iter().map(|(output, origins)| (output.as_str(), origins))
    }

    /// The same for some outputs alone.
    ///
    /// For a model that does not have all outputs that were seen.
    #[must_use]
    pub fn restricted(&self, outputs: &[String]) -> Self {
        let mut known = self.clone();
        known.0.retain(|output, _| outputs.contains(output));
        known
    }

    /// The outputs that a stand-in decided, at least once.
    ///
    /// Once is enough: a transition that a stand-in decided may be any of those with this output.
    ///
    /// ```
    /// use typestar_model::{Origin, OriginKind, Origins};
    /// let mut origins = Origins::default();
    /// origins.add("onFinish", &Origin::new(OriginKind::Framework, "CountDownTimer$1.handleMessage"));
    /// assert!(origins.imitated().is_empty());
    /// origins.add("error", &Origin::new(OriginKind::Imitation, "ShadowTimer.start"));
    /// assert_eq!(origins.imitated(), ["error"]);
    /// ```
    pub fn imitated(&self) -> Vec<&str> {
        let is_imitated =
            |origins: &BTreeSet<Origin>| origins.iter().any(|origin| origin.kind == OriginKind::Imitation);
        self.iter().filter(|(_, origins)| is_imitated(origins)).map(|(output, _)| output).collect()
    }

    /// Whether a stand-in decided any output.
    pub fn is_imitation(&self) -> bool {
        !self.imitated().is_empty()
    }

    /// The mark of a model that a stand-in decided, with the outputs that say nothing of the real code.
    pub fn imitation(&self) -> Option<String> {
        let outputs = self.imitated();
        (!outputs.is_empty()).then(|| format!("imitation: a stand-in for the real code made {}", outputs.join(", ")))
    }

    /// A line for each output: `onFinish: CountDownTimer$1.handleMessage (framework)`.
    pub fn lines(&self) -> Vec<String> {
        let line = |(output, origins): (&str, &BTreeSet<Origin>)| {
            let told: Vec<String> = origins.iter().map(Origin::to_string).collect();
            format!("{output}: {}", told.join(", "))
        };
        self.iter().map(line).collect()
    }
}

impl FromIterator<(String, Vec<Origin>)> for Origins {
    fn from_iter<T: IntoIterator<Item = (String, Vec<Origin>)>>(outputs: T) -> Self {
        let known = outputs.into_iter().filter(|(_, origins)| !origins.is_empty());
        Self(known.map(|(output, origins)| (output, origins.into_iter().collect())).collect())
    }
}
