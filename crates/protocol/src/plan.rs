//! Plans as they travel: a flat list of nodes, so that nobody reads or writes them by calls within calls.

use serde::{Deserialize, Serialize, Serializer};
use typestar_model::{Choice, InputId, Inputs, Outputs, Plan, Symbol};

/// A plan by names, as a list of nodes. The first node is the start; each other one is named by exactly one node before
/// it, so there can be no loop.
///
/// ```
/// use typestar_model::{Inputs, Outputs, Plan};
/// use typestar_protocol::PlanMessage;
/// let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
/// let line = r#"{"nodes":[{"word":["poll"],"then":[[{"name":"some"},1]]},{"word":[["offer",3]]}]}"#;
/// let message: PlanMessage = serde_json::from_str(line).unwrap();
/// let plan = message.plan(&mut inputs, &mut outputs);
/// assert_eq!(plan.longest(), 2);
/// let again = PlanMessage::new(&plan, &|input| inputs.symbol(input).clone(), &outputs);
/// assert_eq!(serde_json::to_string(&again).unwrap(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct PlanMessage {
    nodes: Vec<PlanNode>,
}

/// One node of a plan: a word, and how to go on by its last output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PlanNode {
    word: Vec<Symbol>,
    /// After the inputs of `word` at these places the plan goes on only if this was answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    only: Vec<(usize, ChoiceMessage)>,
    /// The nodes to go on with, by the first that fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    then: Vec<(ChoiceMessage, usize)>,
    /// The node to go on with after any other output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    otherwise: Option<usize>,
}

/// What a plan chooses by, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected an output to choose by, or {\"name\": ...} for all outputs of a name")]
enum ChoiceMessage {
    Output(Symbol),
    Name { name: String },
}

/// A plan as it is written: a list of nodes, or the only node by itself.
#[derive(Deserialize)]
struct Written {
    nodes: Option<Vec<PlanNode>>,
    word: Option<Vec<Symbol>>,
    #[serde(default)]
    only: Vec<(usize, ChoiceMessage)>,
    #[serde(default)]
    then: Vec<(ChoiceMessage, usize)>,
    otherwise: Option<usize>,
}

impl TryFrom<Written> for PlanMessage {
    type Error = String;

    fn try_from(Written { nodes, word, only, then, otherwise }: Written) -> Result<Self, String> {
        let nodes = match (nodes, word) {
            (Some(nodes), None) if !nodes.is_empty() => nodes,
            (None, Some(word)) => vec![PlanNode { word, only, then, otherwise }],
            _ => return Err("bad plan: it has either a word or nodes, at least one".to_owned()),
        };
        check(&nodes).map_err(|fault| format!("bad plan: {fault}"))?;
        Ok(Self { nodes })
    }
}

/// What is wrong with a list of nodes, if anything is.
fn check(nodes: &[PlanNode]) -> Result<(), String> {
    let mut is_named = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        node.check_places().map_err(|place| {
            format!("node {index} has a condition at place {place}: places must ascend and end before the last input")
        })?;
        for next in node.then.iter().map(|&(_, next)| next).chain(node.otherwise) {
            if next <= index || next >= nodes.len() {
                return Err(format!("node {index} names node {next}, which is not a later node"));
            }
            if std::mem::replace(&mut is_named[next], true) {
                return Err(format!("node {next} is named twice"));
            }
        }
    }
    match is_named.iter().skip(1).position(|is_named| !is_named) {
        Some(before) => Err(format!("node {} is not named", before + 1)),
        None => Ok(()),
    }
}

impl PlanNode {
    /// An error is a place at which there can be no condition.
    fn check_places(&self) -> Result<(), usize> {
        let mut first = 0;
        for &(place, _) in &self.only {
            if place < first || place + 1 >= self.word.len() {
                return Err(place);
            }
            first = place + 1;
        }
        Ok(())
    }
}

impl Serialize for PlanMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Nodes<'a> {
            nodes: &'a [PlanNode],
        }
        match &self.nodes[..] {
            [node] => node.serialize(serializer),
            nodes => Nodes { nodes }.serialize(serializer),
        }
    }
}

impl PlanMessage {
    /// The message of a plan whose inputs are written like this.
    pub fn new(plan: &Plan, write: &dyn Fn(InputId) -> Symbol, outputs: &Outputs) -> Self {
        let choice = |choice| match choice {
            Choice::Output(output) => ChoiceMessage::Output(outputs.symbol(output).clone()),
            Choice::Name(name) => ChoiceMessage::Name { name: outputs.bare_name(name).to_owned() },
        };
        let (mut parts, mut nodes) = (vec![plan], Vec::new());
        while let Some(&part) = parts.get(nodes.len()) {
            let mut number = |next| {
                parts.push(next);
                parts.len() - 1
            };
            nodes.push(PlanNode {
                word: part.word.iter().map(|&input| write(input)).collect(),
                only: part.only.iter().map(|&(place, by)| (place, choice(by))).collect(),
                then: part.then.iter().map(|(by, next)| (choice(*by), number(next))).collect(),
                otherwise: part.otherwise.as_deref().map(number),
            });
        }
        Self { nodes }
    }

    /// The plan, in numbers of these alphabets, which grow as needed.
    ///
    /// One that is very deep ends with [`Plan::take_apart`].
    pub fn plan(&self, inputs: &mut Inputs, outputs: &mut Outputs) -> Plan {
        let mut choice = |choice: &ChoiceMessage| match choice {
            ChoiceMessage::Output(output) => Choice::Output(outputs.intern(output.text())),
            ChoiceMessage::Name { name } => Choice::Name(outputs.intern_name(name)),
        };
        // Each node is named by one before it: behind all nodes that it names, it is built.
        let mut plans = vec![Plan::default(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            plans[index] = Plan {
                word: node.word.iter().map(|input| inputs.intern(input.text())).collect(),
                only: node.only.iter().map(|(place, by)| (*place, choice(by))).collect(),
                then: node.then.iter().map(|(by, next)| (choice(by), std::mem::take(&mut plans[*next]))).collect(),
                otherwise: node.otherwise.map(|next| Box::new(std::mem::take(&mut plans[next]))),
            };
        }
        plans.swap_remove(0)
    }
}
