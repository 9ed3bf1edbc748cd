//! A rule about traces in DOT: an automaton that says which inputs may come next.
//!
//! ```text
//! a -> b [label="in"]            after `in`, whatever it answers
//! a -> b [label="in / out"]      after `in`, if it answers `out`
//! a -> b [label="in / *"]        after `in`, if it answers anything else
//! a -> outside [label="in"]      `in` must not come here
//! ```

use super::dot::{is_start_marker, label_of, labelled_edges, own_symbols, split_plain, split_spaced, start_node};
use super::dot_syntax::{Edge, Position, parse};
use crate::format::FormatError;
use crate::symbols::symbol::{OK, OUTSIDE, Symbol};

/// Which inputs may come next after a trace, as an automaton: a learning purpose that no other rule can say.
///
/// It is deterministic. Whether it is complete is known once the inputs are: [`TraceRule::check`].
///
/// ```
/// use typestar_model::TraceRule;
/// let text = "digraph { shut -> open [label=open]; open -> shut [label=shut]; shut -> outside [label=shut]\n\
///             open -> outside [label=open] }";
/// let rule = TraceRule::read(text).unwrap();
/// assert!(rule.check(&["open", "shut"].map(str::to_owned)).is_ok());
/// let [shut, open] = [0, 1];
/// assert_eq!((rule.next(shut, "open", "ok"), rule.next(shut, "shut", "ok")), (Some(open), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceRule {
    states: Vec<RuleState>,
    start: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleState {
    name: String,
    edges: Vec<RuleEdge>,
    position: Position,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleEdge {
    input: String,
    /// None for every output that no other edge has.
    output: Option<String>,
    /// None for outside.
    to: Option<usize>,
    position: Position,
}

impl RuleEdge {
    fn is_for(&self, input: &str) -> bool {
        self.input == input || Symbol::is_named(input, &self.input)
    }

    fn is_after(&self, output: &str) -> bool {
        self.output.as_ref().is_some_and(|name| Symbol::is_named(output, name))
    }
}

impl TraceRule {
    /// Reads a rule from DOT text. An automaton that is not deterministic is refused at its line.
    pub fn read(text: &str) -> Result<Self, FormatError> {
        let graph = parse(text)?;
        let start = start_node(&graph)?;
        let mut rule = Self::default();
        let mut numbers = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let name = node.attributes.label.as_deref().filter(|label| !label.trim().is_empty()).unwrap_or(&node.id);
            let is_state = !is_start_marker(node) && name != OUTSIDE && node.id != OUTSIDE;
            numbers.push(is_state.then_some(rule.states.len()));
            if is_state {
                let state = RuleState { name: name.to_owned(), edges: Vec::new(), position: node.position };
                rule.states.push(state);
            }
        }
        let outside = || graph.nodes[start].position.error("the start is outside, so every word is: add a state");
        rule.start = numbers[start].ok_or_else(outside)?;
        for edge in labelled_edges(&graph) {
            rule.add(edge, &numbers)?;
        }
        Ok(rule)
    }

    fn add(&mut self, edge: &Edge, numbers: &[Option<usize>]) -> Result<(), FormatError> {
        let error = |message: &str| Err(edge.position.error(message));
        let Some(from) = numbers[edge.from] else {
            return error("nothing follows what is outside: remove this edge");
        };
        let (input, output) = symbols(edge);
        let new = RuleEdge {
            input: input.to_owned(),
            output: output.map(str::to_owned),
            to: numbers[edge.to],
            position: edge.position,
        };
        match output {
            _ if input.is_empty() => {
                return error("this edge lacks an input: label it \"input\" or \"input / output\"");
            }
            Some(OK) => return error("`ok` is one of all other outputs: write \"input / *\" or the input alone"),
            Some(OUTSIDE) => return error("lead the edge to a state `outside`: it is no output"),
            Some("") => return error("this edge lacks an output: write \"input / *\" or the input alone"),
            _ => {}
        }
        self.states[from].take(new)
    }

    /// Refuses inputs that are not among these, and states that do not say what becomes of one of these, at their lines.
    pub fn check(&self, inputs: &[String]) -> Result<(), FormatError> {
        for edge in self.states.iter().flat_map(|state| &state.edges) {
            if !inputs.iter().any(|input| edge.is_for(input)) {
                return Err(edge.position.error(format!(
                    "unknown input `{}`: there are {}",
                    edge.input,
                    inputs.join(", ")
                )));
            }
        }
        for state in &self.states {
            let is_missing = |input: &&String| state.usual(input).is_none();
            if let Some(input) = inputs.iter().find(is_missing) {
                let message = format!(
                    "state `{}` has no edge for the input `{input}` with any output: add one, to `outside` if it must \
                     not come here",
                    state.name
                );
                return Err(state.position.error(message));
            }
        }
        Ok(())
    }

    /// The state at the start.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The states.
    pub fn states(&self) -> std::ops::Range<usize> {
        0..self.states.len()
    }

    /// The state after an input and its output; none if the input must not come, or nothing is said of it.
    pub fn next(&self, state: usize, input: &str, output: &str) -> Option<usize> {
        let state = &self.states[state];
        let exact = state.edges_for(input).find(|edge| edge.is_after(output));
        exact.or_else(|| state.usual(input))?.to
    }

    /// Whether some output leads elsewhere than all others.
    pub fn looks_at_outputs(&self) -> bool {
        self.states.iter().flat_map(|state| &state.edges).any(|edge| edge.output.is_some())
    }

    /// The outputs of an input that lead elsewhere than all others.
    pub fn deciding(&self, state: usize, input: &str) -> impl Iterator<Item = &str> {
        self.states[state].edges_for(input).filter_map(|edge| edge.output.as_deref())
    }
}

impl RuleState {
    /// The edges for an input. An edge for its very text comes before those for its name.
    fn edges_for(&self, input: &str) -> impl Iterator<Item = &RuleEdge> {
        let has_own = self.edges.iter().any(|edge| edge.input == input);
        self.edges.iter().filter(move |edge| if has_own { edge.input == input } else { edge.is_for(input) })
    }

    /// The edge for all other outputs of an input.
    fn usual(&self, input: &str) -> Option<&RuleEdge> {
        self.edges_for(input).find(|edge| edge.output.is_none())
    }

    /// The same edge twice is harmless. An input is inside or outside before its answer is known.
    fn take(&mut self, new: RuleEdge) -> Result<(), FormatError> {
        let Self { name, edges, .. } = self;
        for known in edges.iter().filter(|known| known.input == new.input) {
            let message = match (known.output == new.output, known.to == new.to) {
                (true, true) => return Ok(()),
                (true, false) => format!("state `{name}` has two different edges for `{}`: remove one", new.input),
                (false, _) if known.to.is_none() != new.to.is_none() => format!(
                    "state `{name}` has `{}` both inside and outside: that cannot depend on what it answers",
                    new.input
                ),
                (false, _) => continue,
            };
            return Err(new.position.error(message));
        }
        edges.push(new);
        Ok(())
    }
}

/// The input of an edge, and its output if it is for one alone.
fn symbols(edge: &Edge) -> (&str, Option<&str>) {
    let label = label_of(edge);
    let both = own_symbols(edge).or_else(|| split_spaced(label)).or_else(|| split_plain(label));
    both.map_or((label.trim(), None), |(input, output)| (input, Some(output).filter(|&output| output != "*")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(edges: &str) -> String {
        let inputs = ["load", "wait"].map(str::to_owned);
        let rule = TraceRule::read(&format!("digraph {{\n{edges}\n}}"));
        rule.and_then(|rule| rule.check(&inputs)).unwrap_err().to_string()
    }

    #[test]
    fn a_rule_may_look_at_outputs() {
        let text = "digraph { a -> b [label=\"load\"]; a -> a [label=\"wait\"]; b -> outside [label=\"load\"]\n\
                    b -> a [label=\"wait / onLoaded\"]; b -> b [label=\"wait / *\"] }";
        let rule = TraceRule::read(text).unwrap();
        let [a, b] = [0, 1];
        assert_eq!(rule.start(), a);
        assert_eq!((rule.next(a, "load", "ok"), rule.next(a, "load(3)", "true")), (Some(b), Some(b)));
        assert_eq!((rule.next(b, "wait", "onLoaded(1)"), rule.next(b, "wait", "quiet")), (Some(a), Some(b)));
        assert_eq!(rule.next(b, "load", "ok"), None);
        assert_eq!(rule.deciding(b, "wait").collect::<Vec<_>>(), ["onLoaded"]);
        assert!(rule.check(&["load", "wait"].map(str::to_owned)).is_ok());
    }

    #[test]
    fn what_is_wrong_with_a_rule_is_said_at_its_line() {
        let whole = "a -> a [label=load]\na -> a [label=wait]\n";
        let two = error(&format!("{whole}a -> outside [label=load]"));
        assert!(two.starts_with("line 4, column") && two.contains("two different edges for `load`"), "{two}");
        let both = error(&format!("{whole}a -> outside [label=\"wait / onA\"]"));
        assert!(both.starts_with("line 4, column") && both.contains("both inside and outside"), "{both}");
        let missing = error("a -> b [label=load]\na -> a [label=wait]\nb -> b [label=load]");
        assert!(missing.starts_with("line 2, column") && missing.contains("state `b` has no edge"), "{missing}");
        let only_some = error("a -> a [label=load]\na -> a [label=\"wait / onA\"]");
        assert!(only_some.contains("no edge for the input `wait` with any output"), "{only_some}");
        let unknown = error(&format!("{whole}a -> a [label=lood]"));
        assert!(unknown.starts_with("line 4, column") && unknown.contains("unknown input `lood`"), "{unknown}");
        assert!(error(&format!("{whole}a -> a [label=\"load / ok\"]")).contains("\"input / *\""));
        assert!(error(&format!("{whole}outside -> a [label=load]")).contains("nothing follows"));
        assert!(error("outside -> outside [label=load]").contains("the start is outside"));
        assert!(error("a -> a").contains("lacks an input"));
    }
}
