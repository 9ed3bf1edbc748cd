//! Register automata as drawings.

use std::collections::BTreeMap;

use typestar_model::register::{LocationId, REJECT, RegisterAutomaton, Transition};
use typestar_model::{Id, OutputKind};

use super::words::{Words, location_name};
use crate::merge::{Arrow, DETAIL_LINES, Drawing, DrawnState, GUARDED_LINES, Voice, capped, cut, node, wrap};

/// Draws a register automaton under a title.
///
/// A location in which everything fails, or is rejected, is not drawn: what leads there is told where it begins.
pub(crate) fn drawing(title: &str, automaton: &RegisterAutomaton) -> Drawing {
    let drawn = DrawnLocations { automaton, sink: hidden_sink(automaton) };
    let locations = (0..automaton.locations.len()).map(LocationId::new);
    let nodes = locations.filter(|&location| Some(location) != drawn.sink).map(|at| drawn.node(at)).collect();
    let mut kinds = BTreeMap::new();
    let shown = automaton.transitions.iter().filter(|transition| drawn.is_shown(transition));
    let arrows: Vec<Arrow> = shown.map(|transition| drawn.arrow(transition, &mut kinds)).collect();
    Drawing {
        title: title.to_owned(),
        initial: (!automaton.locations.is_empty()).then(|| node(automaton.initial(), drawn.sink)),
        notes: drawn.notes(),
        ..Drawing::merged(nodes, &arrows, GUARDED_LINES)
    }
}

/// An automaton as it is drawn.
struct DrawnLocations<'a> {
    automaton: &'a RegisterAutomaton,
    /// The location in which everything fails, if it is left out.
    sink: Option<LocationId>,
}

impl DrawnLocations<'_> {
    fn is_shown(&self, transition: &Transition) -> bool {
        Some(transition.from) != self.sink && Some(transition.to) != self.sink
    }

    fn node(&self, location: LocationId) -> DrawnState {
        let name = location_name(self.automaton, location);
        let (mut tooltip, mut failing) = (name.clone(), BTreeMap::<&str, Vec<Vec<String>>>::new());
        let ending = |transition: &&Transition| transition.from == location && Some(transition.to) == self.sink;
        for transition in self.automaton.transitions.iter().filter(ending) {
            let words = Words::of(self.automaton, transition);
            tooltip += &format!("\n{}", words.line());
            failing.entry(output_name(self.automaton, transition)).or_default().push(words.event());
        }
        let lines = |(output, events): (&str, Vec<Vec<String>>)| {
            capped(wrap(&format!("{output}: "), &events, "", Voice::Error), DETAIL_LINES)
        };
        let accepting = self.automaton.signature.is_acceptor && self.automaton.locations[location.index()].accepting;
        DrawnState { name: cut(&name), details: failing.into_iter().flat_map(lines).collect(), tooltip, accepting }
    }

    /// Transitions that say the same are of one kind, which is numbered as it comes.
    fn arrow(&self, transition: &Transition, kinds: &mut BTreeMap<String, usize>) -> Arrow {
        let words = Words::of(self.automaton, transition);
        let (tooltip, next) = (words.line(), kinds.len());
        let is_failure = OutputKind::of(output_name(self.automaton, transition)).is_failure();
        Arrow {
            from: node(transition.from, self.sink),
            to: node(transition.to, self.sink),
            kind: (*kinds.entry(tooltip.clone()).or_insert(next), 0),
            voice: if is_failure { Voice::Error } else { Voice::Plain },
            event: words.event(),
            answer: words.output,
            effects: words.assignments,
            tooltip,
        }
    }

    fn notes(&self) -> Vec<String> {
        let Some(sink) = self.sink else { return Vec::new() };
        let mut outputs = self.automaton.transitions.iter().filter(|transition| transition.from == sink);
        let output = outputs.next().map_or("", |transition| output_name(self.automaton, transition));
        let name = &self.automaton.locations[sink.index()].name;
        vec![format!("Not drawn: {name}, where everything answers {output}.")]
    }
}

fn output_name<'a>(automaton: &'a RegisterAutomaton, transition: &Transition) -> &'a str {
    &automaton.signature.outputs[transition.output.index()].name
}

/// The location that is entered and never left with nothing but failures, or rejections.
fn hidden_sink(automaton: &RegisterAutomaton) -> Option<LocationId> {
    let fails = |transition: &Transition| {
        let output = output_name(automaton, transition);
        OutputKind::of(output).is_failure() || automaton.signature.is_acceptor && output == REJECT
    };
    let is_sink = |location: &LocationId| {
        let (mut leaving, mut entering) = (
            automaton.transitions.iter().filter(|transition| transition.from == *location).peekable(),
            automaton.transitions.iter().filter(|transition| transition.to == *location),
        );
        leaving.peek().is_some() && leaving.all(|transition| transition.to == *location) && entering.all(fails)
    };
    (1..automaton.locations.len()).map(LocationId::new).find(is_sink)
}
