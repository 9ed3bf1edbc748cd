//! What becomes of what a call returned, and of errors that do not end the object. The host decides, because plans
//! branch there; so these rules travel to adapters as they are.

use serde::{Deserialize, Serialize};
use typestar_model::OutputKind;

/// Which output a call has that returned. Without a rule it is `ok`.
///
/// ```
/// use typestar_protocol::{Returns, Shown};
/// let rule: Returns = serde_json::from_str(r#""type""#).unwrap();
/// assert_eq!(rule, Returns::Shown(Shown::Type));
/// let rule: Returns = serde_json::from_str(r#"[["CONNACK*", "accepted"]]"#).unwrap();
/// assert_eq!(rule, Returns::Mapped(vec![("CONNACK*".to_owned(), "accepted".to_owned())]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Returns {
    /// The value itself, or its type.
    Shown(Shown),
    /// Pairs of a pattern and a name: the first pattern that fits the value counts; if none fits, it is `ok`.
    Mapped(Vec<(String, String)>),
}

/// How much of a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// What is plain and short, as it is; of everything else its type.
    Value,
    /// The type alone.
    Type,
    /// Numbers and texts as the value of an output that is called like the callin: `poll(3)`. Of everything else as much
    /// as for [`Self::Value`].
    Data,
}

/// Errors of callins that are outputs like others: the word goes on. The first rule that fits counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recoverable {
    /// The callin that threw; none for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// A pattern for `Type: message`.
    pub exception: String,
    /// The output; none for the class of the exception.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

impl Default for Recoverable {
    fn default() -> Self {
        Self { input: None, exception: "*".to_owned(), output: None }
    }
}

impl Recoverable {
    /// The output that such an error has, if it can be known beforehand: the one that is named, or the class with
    /// which the pattern begins.
    pub fn known_output(&self) -> Option<&str> {
        let class = self.exception.split_once(':').map_or(self.exception.as_str(), |(class, _)| class);
        let class = Some(class).filter(|class| !class.contains('*') && is_output_name(class));
        self.output.as_deref().or(class)
    }
}

/// The most characters of an output that is made of a value, a type or a name that a callin returned.
pub const LONGEST_OUTPUT: usize = 40;

/// Whether this can be the name of a callin's output: short, printable, and not reserved.
///
/// ```
/// use typestar_protocol::is_output_name;
/// assert!(is_output_name("CONNACK") && is_output_name("two words"));
/// assert!(!is_output_name("") && !is_output_name("quiet") && !is_output_name("a\tb"));
/// ```
pub fn is_output_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=LONGEST_OUTPUT).contains(&length) && name.chars().all(is_printable) && !is_reserved(name)
}

/// Whether typestar gives this name a meaning of its own.
pub fn is_reserved(name: &str) -> bool {
    OutputKind::of(name) != OutputKind::Callback
}

/// Whether a character shows as itself. All host libraries draw the line here: controls, blanks that look like others,
/// invisible characters and marks of direction do not.
pub fn is_printable(character: char) -> bool {
    !matches!(character,
        '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_names_its_class_or_output_is_known_beforehand() {
        let known = |exception: &str, output: Option<&str>| {
            let output = output.map(str::to_owned);
            let rule = Recoverable { exception: exception.to_owned(), output, ..Recoverable::default() };
            rule.known_output().map(str::to_owned)
        };
        assert_eq!(known("ResponseError: EXECABORT*", None).as_deref(), Some("ResponseError"));
        assert_eq!(known("TimeoutError", None).as_deref(), Some("TimeoutError"));
        assert_eq!(known("*", Some("refused")).as_deref(), Some("refused"));
        for unknown in ["*", "Response*: no", "error: invalid"] {
            assert_eq!(known(unknown, None), None, "{unknown}");
        }
    }
}
