//! Whether real code makes callbacks and errors, or a stand-in does.

use typestar_model::{Origin, OriginKind};

use super::checks::{Judge, passed, warned};
use super::{Check, CheckKind};

const ADVICE: &str = "the model describes the stand-in, not the real class, and is marked `imitation`; learn the real \
                      class where its own code runs";

impl Judge<'_, '_> {
    /// Who made the callbacks and errors; none if the system does not tell.
    pub(super) fn origins(&self) -> Option<Check> {
        let origins = &self.trials.executor.origins;
        if origins.is_empty() {
            return None;
        }
        let imitated: Vec<String> = (origins.iter())
            .filter_map(|(output, of)| stand_ins(of).map(|methods| format!("{output} by {methods}")))
            .collect();
        Some(match imitated.is_empty() {
            true => {
                passed(CheckKind::Origins, format!("no stand-in decides an output: {}", origins.lines().join("; ")))
            }
            false => warned(CheckKind::Origins, format!("imitation: {}", imitated.join("; ")), ADVICE),
        })
    }
}

/// The methods of stand-ins among those who made an output; none if there are none.
fn stand_ins<'o>(origins: impl IntoIterator<Item = &'o Origin>) -> Option<String> {
    let is_imitation = |origin: &&Origin| origin.kind == OriginKind::Imitation;
    let methods: Vec<&str> = origins.into_iter().filter(is_imitation).map(|origin| origin.place.as_str()).collect();
    (!methods.is_empty()).then(|| methods.join(", "))
}
