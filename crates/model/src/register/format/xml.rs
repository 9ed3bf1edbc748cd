//! Register automata in the XML of RALib: a reader.
//!
//! There, input and output locations alternate. An input transition and an output transition behind it become one
//! transition of ours: what the second one reads is expressed by what was there before the first one.
//!
//! ```text
//! RALib       l0 ── offer(p), x1 := p ──▶ o0 ── ok ──▶ l1
//! ours        l0 ────── offer(p) / ok, x1 := p ──────▶ l1
//! ```
//!
//! The values that an output answers are registers in RALib. Where the input transition has just set such a register, the
//! joined transition answers what it was set to, since our terms speak of registers before the step.

use std::borrow::Cow;
use std::collections::VecDeque;

use roxmltree::{Document, Node as XmlNode};

use super::super::names::{in_domain, is_name};
use super::super::sum::Sum;
use super::super::{
    Action, ActionId, Constant, DataType, Domain, Guard, Location, LocationId, Names, Operand, Parameter, Register,
    RegisterAutomaton, RegisterId, Signature, Source, Term, TextError, Transition, TypeId, live_registers,
};
use crate::format::FormatError;
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

type Node<'x> = XmlNode<'x, 'x>;

/// What an assignment says when the system invents the value.
pub(super) const FRESH: &str = "__fresh__";

/// Reads a register automaton of RALib. The file has no name for the system.
///
/// Its locations are the input locations that can be reached. Of several transitions that are enabled, the first one in
/// the document is taken. A type whose name contains `double`, `decimal`, `float` or `real` is one of decimals, one
/// with `string` or `text` one of texts, all others are integers.
pub fn read_register_xml(text: &str, name: &str) -> Result<RegisterAutomaton, FormatError> {
    let document = Document::parse(text).map_err(|error| syntax_error(&error))?;
    let root = document.root_element();
    if root.tag_name().name() != "register-automaton" {
        return Err(error_at(root, "expected <register-automaton>, the root of RALib's automata"));
    }
    let mut reader = Reader::default();
    reader.read_declarations(root)?;
    let locations = Locations::read(root)?;
    let transitions = read_transitions(root, &locations)?;
    let is_input = locations.kinds(&transitions)?;
    let (inputs, outputs) = reader.halves(&transitions, &is_input)?;
    reader.automaton(name, &locations, &is_input, (&inputs, &outputs))
}

fn syntax_error(error: &roxmltree::Error) -> FormatError {
    let place = error.pos();
    let message = error.to_string();
    let message = message.strip_suffix(&format!(" at {place}")).unwrap_or(&message);
    FormatError { line: place.row as usize, column: place.col as usize, message: format!("this is not XML: {message}") }
}

/// What is declared before the transitions.
#[derive(Default)]
struct Reader {
    signature: Signature,
    registers: Vec<Register>,
}

/// The locations of the file.
struct Locations<'x> {
    names: Vec<&'x str>,
    initial: usize,
}

/// A transition of the file, with an input or an output.
///
/// Whether it is an input follows from the location where it begins, not from its name.
struct Arrow<'x> {
    node: Node<'x>,
    from: usize,
    to: usize,
    symbol: &'x str,
}

/// Inputs and outputs.
type Halves<'x> = (Vec<Half<'x>>, Vec<Half<'x>>);

/// An arrow whose text is understood.
struct Half<'x> {
    arrow: &'x Arrow<'x>,
    action: ActionId,
    guard: Guard,
    /// The values of an output; none for inputs.
    values: Vec<Source>,
    assignments: Vec<(RegisterId, Source)>,
}

fn error_at(node: Node, message: impl Into<String>) -> FormatError {
    error_at_byte(node, node.range().start, message)
}

fn error_at_byte(node: Node, byte: usize, message: impl Into<String>) -> FormatError {
    let place = node.document().text_pos_at(byte);
    FormatError { line: place.row as usize, column: place.col as usize, message: message.into() }
}

/// The children of the first child with this name; none if there is no such child.
fn section<'x>(parent: Node<'x>, name: &'static str, entry: &'static str) -> impl Iterator<Item = Node<'x>> {
    children(parent, name).take(1).flat_map(move |section| children(section, entry))
}

fn children<'x>(parent: Node<'x>, name: &'static str) -> impl Iterator<Item = Node<'x>> {
    parent.children().filter(move |node| node.is_element() && node.tag_name().name() == name)
}

fn attribute<'x>(node: Node<'x>, name: &str) -> Result<&'x str, FormatError> {
    let missing = || error_at(node, format!("<{}> needs the attribute {name:?}", node.tag_name().name()));
    node.attribute(name).filter(|value| !value.is_empty()).ok_or_else(missing)
}

/// The name of a parameter, register or constant.
fn plain_name(node: Node) -> Result<String, FormatError> {
    let name = attribute(node, "name")?;
    match is_name(name) {
        true => Ok(name.to_owned()),
        false => Err(error_at(node, format!("{name:?} cannot be a name in guards: use letters, digits and _"))),
    }
}

/// All text of an element; comments are no part of it.
fn content(node: Node) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// An error in the text of an element, after some of its characters.
fn error_within(node: Node, TextError { at, message }: TextError) -> FormatError {
    let texts = || node.children().filter(|child| child.is_text());
    let end = texts().next_back().map_or(node.range().start, |text| text.range().end);
    let place = texts().flat_map(|text| character_places(text)).nth(at).unwrap_or(end);
    error_at_byte(node, place, message)
}

/// Where each character of a text begins in the file: `&lt;` is one.
fn character_places(text: Node) -> impl Iterator<Item = usize> {
    let start = text.range().start;
    let source = &text.document().input_text()[text.range()];
    let mut in_entity = false;
    source.char_indices().filter_map(move |(at, letter)| {
        let is_first = !in_entity;
        in_entity = letter == '&' || in_entity && letter != ';';
        is_first.then_some(start + at)
    })
}

/// What the values of a type are, by its name.
pub(super) fn domain_of(type_name: &str) -> Domain {
    let name = type_name.to_lowercase();
    let contains = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match () {
        () if contains(&["double", "decimal", "float", "real"]) => Domain::Decimal,
        () if contains(&["string", "text"]) => Domain::Text,
        () => Domain::Integer,
    }
}

impl Reader {
    fn read_declarations(&mut self, root: Node) -> Result<(), FormatError> {
        let alphabet = children(root, "alphabet")
            .next()
            .ok_or_else(|| error_at(root, "<alphabet> is missing: add inputs and outputs"))?;
        self.signature.inputs = self.actions(alphabet, "inputs")?;
        self.signature.outputs = self.actions(alphabet, "outputs")?;
        for node in section(root, "constants", "constant") {
            let (name, data_type) = (plain_name(node)?, self.data_type(node)?);
            let value = self.value(node, data_type)?.ok_or_else(|| error_at(node, "the constant has no value"))?;
            self.is_new(node, &name)?;
            self.signature.constants.push(Constant { name, data_type, value });
        }
        for node in section(root, "globals", "variable") {
            let (name, data_type) = (plain_name(node)?, self.data_type(node)?);
            let initial = self.value(node, data_type)?;
            self.is_new(node, &name)?;
            self.registers.push(Register { name, data_type, initial });
        }
        Ok(())
    }

    fn is_new(&self, node: Node, name: &str) -> Result<(), FormatError> {
        let is_known = self.registers.iter().any(|register| register.name == name)
            || self.signature.constants.iter().any(|constant| constant.name == name);
        match is_known {
            true => Err(error_at(node, format!("{name:?} appears twice: rename one"))),
            false => Ok(()),
        }
    }

    fn actions(&mut self, alphabet: Node, kind: &'static str) -> Result<Vec<Action>, FormatError> {
        let mut actions: Vec<Action> = Vec::new();
        for node in section(alphabet, kind, "symbol") {
            let name = attribute(node, "name")?.to_owned();
            if actions.iter().any(|action| action.name == name) {
                return Err(error_at(node, format!("{name:?} is there twice among the {kind}: remove one")));
            }
            let parameters = children(node, "param");
            let parameter = |node| Ok(Parameter { name: plain_name(node)?, data_type: self.data_type(node)? });
            actions.push(Action { name, parameters: parameters.map(parameter).collect::<Result<_, FormatError>>()? });
        }
        Ok(actions)
    }

    /// The type that an element names.
    fn data_type(&mut self, node: Node) -> Result<TypeId, FormatError> {
        let name = attribute(node, "type")?;
        let types = &mut self.signature.types;
        let index = types.iter().position(|known| known.name == name).unwrap_or_else(|| {
            types.push(DataType { name: name.to_owned(), domain: domain_of(name) });
            types.len() - 1
        });
        Ok(TypeId::new(index))
    }

    /// The value in an element, if there is one.
    fn value(&self, node: Node, data_type: TypeId) -> Result<Option<Value>, FormatError> {
        let content = content(node);
        let text = content.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let DataType { name, domain } = &self.signature.types[data_type.index()];
        let value = match (domain, Value::read(text)) {
            (Domain::Text, Some(Value::Text(quoted))) => Some(Value::Text(quoted)),
            (Domain::Text, _) => Some(Value::Text(text.to_owned())),
            (domain, Some(number @ (Value::Integer(_) | Value::Decimal(_)))) => Some(in_domain(number, *domain)),
            _ => None,
        };
        let value = value.filter(|value| domain.holds(value));
        value.map(Some).ok_or_else(|| error_at(node, format!("{text:?} is not of type {name}")))
    }
}

impl<'x> Locations<'x> {
    fn read(root: Node<'x>) -> Result<Self, FormatError> {
        let mut names: Vec<&str> = Vec::new();
        let mut initial = None;
        for node in section(root, "locations", "location") {
            let name = attribute(node, "name")?;
            if names.contains(&name) {
                return Err(error_at(node, format!("location {name:?} is there twice: remove one")));
            }
            if node.attribute("initial") == Some("true") && initial.replace(names.len()).is_some() {
                return Err(error_at(node, "this is the second initial location: there must be one"));
            }
            names.push(name);
        }
        let initial = initial.ok_or_else(|| error_at(root, "no location is initial: write initial=\"true\" at one"))?;
        Ok(Self { names, initial })
    }

    fn find(&self, node: Node<'x>, attribute_name: &str) -> Result<usize, FormatError> {
        let name = attribute(node, attribute_name)?;
        let found = self.names.iter().position(|known| *known == name);
        found.ok_or_else(|| error_at(node, format!("there is no location {name:?}: add it to <locations>")))
    }

    /// Whether each location takes inputs; none for those that cannot be reached. The initial one does, and every
    /// transition changes it.
    fn kinds(&self, arrows: &[Arrow]) -> Result<Vec<Option<bool>>, FormatError> {
        let mut kinds = vec![None; self.names.len()];
        kinds[self.initial] = Some(true);
        let mut open = VecDeque::from([self.initial]);
        let mut leaving = vec![Vec::new(); self.names.len()];
        arrows.iter().for_each(|arrow| leaving[arrow.from].push(arrow));
        while let Some(from) = open.pop_front() {
            for arrow in &leaving[from] {
                let kind = kinds[from].map(|is_input: bool| !is_input);
                match kinds[arrow.to] {
                    None => {
                        kinds[arrow.to] = kind;
                        open.push_back(arrow.to);
                    }
                    known if known != kind => {
                        let name = self.names[arrow.to];
                        let message = format!(
                            "location {name:?} follows both inputs and outputs, which must alternate: split it"
                        );
                        return Err(error_at(arrow.node, message));
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(kinds)
    }
}

fn read_transitions<'x>(root: Node<'x>, locations: &Locations<'x>) -> Result<Vec<Arrow<'x>>, FormatError> {
    let arrow = |node| {
        let (from, to) = (locations.find(node, "from")?, locations.find(node, "to")?);
        Ok(Arrow { node, from, to, symbol: attribute(node, "symbol")? })
    };
    section(root, "transitions", "transition").map(arrow).collect()
}

/// The action with a symbol's name. The same name may be an input and an output.
///
/// The location decides which list is meant.
fn action_of(arrow: &Arrow, actions: &[Action], kind: &str) -> Result<ActionId, FormatError> {
    let found = actions.iter().position(|action| action.name == arrow.symbol).map(ActionId::new);
    let message = || {
        format!(
            "{:?} is not among the {kind}s, and location {:?} has {kind}s",
            arrow.symbol,
            arrow.node.attribute("from").unwrap_or_default()
        )
    };
    found.ok_or_else(|| error_at(arrow.node, message()))
}

/// The names that a transition gives the parameters, or else the names of the alphabet.
fn parameter_names<'x>(node: Node<'x>, action: &'x Action) -> Result<Vec<&'x str>, FormatError> {
    let Some(listed) = node.attribute("params") else {
        return Ok(action.parameters.iter().map(|parameter| parameter.name.as_str()).collect());
    };
    let names: Vec<&str> = match listed.trim() {
        "" => Vec::new(),
        listed => listed.split(',').map(str::trim).collect(),
    };
    match names.len() == action.parameters.len() {
        true => Ok(names),
        false => {
            let message = format!(
                "{:?} has {} parameters, but params names {}",
                action.name,
                action.parameters.len(),
                names.len()
            );
            Err(error_at(node, message))
        }
    }
}

impl Reader {
    /// The inputs and the outputs, in the order of the document.
    fn halves<'x>(&self, arrows: &'x [Arrow<'x>], is_input: &[Option<bool>]) -> Result<Halves<'x>, FormatError> {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for arrow in arrows {
            match is_input[arrow.from] {
                Some(true) => inputs.push(self.input(arrow)?),
                Some(false) => outputs.push(self.output(arrow)?),
                None => {}
            }
        }
        Ok((inputs, outputs))
    }

    fn input<'x>(&self, arrow: &'x Arrow<'x>) -> Result<Half<'x>, FormatError> {
        let action = action_of(arrow, &self.signature.inputs, "input")?;
        let declared = &self.signature.inputs[action.index()];
        let renamed = |(name, parameter): (&str, &Parameter)| Parameter { name: name.to_owned(), ..parameter.clone() };
        let names = parameter_names(arrow.node, declared)?;
        let parameters = names.into_iter().zip(&declared.parameters).map(renamed).collect();
        let names = self.names(parameters);
        let guard = read_guard(&names, arrow.node)?;
        let assignments = self.assignments(&names, arrow.node, &[])?;
        Ok(Half { arrow, action, guard, values: Vec::new(), assignments })
    }

    fn output<'x>(&self, arrow: &'x Arrow<'x>) -> Result<Half<'x>, FormatError> {
        let action = action_of(arrow, &self.signature.outputs, "output")?;
        let declared = &self.signature.outputs[action.index()];
        let names = self.names(Vec::new());
        let listed = parameter_names(arrow.node, declared)?;
        let guard = read_guard(&names, arrow.node)?;
        let assignments = self.assignments(&names, arrow.node, &listed)?;
        let mut values = Vec::new();
        for (index, (name, parameter)) in listed.iter().zip(&declared.parameters).enumerate() {
            let value = output_value(&names, &assignments, name, index, parameter.data_type);
            values.push(value.map_err(|message| error_at(arrow.node, message))?);
        }
        Ok(Half { arrow, action, guard, values, assignments })
    }

    fn names(&self, parameters: Vec<Parameter>) -> Names<'_> {
        Names { signature: &self.signature, registers: &self.registers, parameters: Cow::Owned(parameters) }
    }

    /// What a transition sets registers to. `outputs` are the names of its output values: one that is fresh is there.
    fn assignments(
        &self,
        names: &Names,
        node: Node,
        outputs: &[&str],
    ) -> Result<Vec<(RegisterId, Source)>, FormatError> {
        let mut assignments: Vec<(RegisterId, Source)> = Vec::new();
        for assign in section(node, "assignments", "assign") {
            let name = attribute(assign, "to")?;
            let unknown = || error_at(assign, format!("there is no register {name:?}: add it to <globals>"));
            let register = names.register(name).ok_or_else(unknown)?;
            if assignments.iter().any(|(known, _)| *known == register) {
                return Err(error_at(assign, format!("{name:?} is assigned twice: remove one")));
            }
            let text = content(assign);
            let source = match text.trim() {
                FRESH => Source::Output(outputs.iter().position(|output| *output == name).ok_or_else(|| {
                    error_at(assign, format!("only values of outputs are fresh: list {name:?} in params of an output"))
                })?),
                _ => {
                    let term = names.read_term(&text, self.registers[register.index()].data_type);
                    Source::Term(term.map_err(|error| error_within(assign, error))?)
                }
            };
            assignments.push((register, source));
        }
        Ok(assignments)
    }
}

fn read_guard(names: &Names, node: Node) -> Result<Guard, FormatError> {
    let Some(guard) = children(node, "guard").next() else { return Ok(Guard::ALWAYS) };
    let text = content(guard);
    if text.trim().is_empty() {
        return Ok(Guard::ALWAYS);
    }
    names.read_guard(&text).map_err(|error| error_within(guard, error))
}

/// Where an output value comes from: it is what the named register holds after the transition.
fn output_value(
    names: &Names,
    assignments: &[(RegisterId, Source)],
    name: &str,
    index: usize,
    data_type: TypeId,
) -> Result<Source, String> {
    let register = names.register(name);
    let assigned = assignments.iter().find(|(to, _)| Some(*to) == register).map(|(_, source)| source);
    match assigned {
        Some(Source::Output(first)) if *first == index => Ok(Source::Fresh),
        Some(Source::Output(_)) => Err(format!(
            "{name:?} is fresh and appears twice in params: use another register \
                                                for one"
        )),
        Some(source) => Ok(source.clone()),
        None => names.read_term(name, data_type).map(Source::Term).map_err(|error| error.message),
    }
}

impl Reader {
    fn automaton(
        mut self,
        name: &str,
        locations: &Locations,
        is_input: &[Option<bool>],
        (inputs, outputs): (&[Half], &[Half]),
    ) -> Result<RegisterAutomaton, FormatError> {
        self.tell_parameters_apart();
        let others = (0..is_input.len()).filter(|&index| is_input[index] == Some(true) && index != locations.initial);
        let kept: Vec<usize> = std::iter::once(locations.initial).chain(others).collect();
        let mut numbers = vec![LocationId::new(0); is_input.len()];
        kept.iter().enumerate().for_each(|(number, &index)| numbers[index] = LocationId::new(number));
        let location = |&index: &usize| Location {
            name: locations.names[index].to_owned(),
            accepting: true,
            registers: Vec::new(),
        };
        let mut automaton = RegisterAutomaton {
            name: name.to_owned(),
            signature: self.signature,
            registers: self.registers,
            locations: kept.iter().map(location).collect(),
            transitions: composed(inputs, outputs, &numbers)?,
            finished: true,
        };
        for (location, live) in live_registers(&automaton).into_iter().enumerate() {
            automaton.locations[location].registers = live;
        }
        automaton.check()?;
        Ok(automaton)
    }

    /// Transitions may rename parameters, so the alphabet may call one like a register; our guards must not.
    fn tell_parameters_apart(&mut self) {
        let mut known: Vec<String> = self.registers.iter().map(|register| register.name.clone()).collect();
        known.extend(self.signature.constants.iter().map(|constant| constant.name.clone()));
        for action in &mut self.signature.inputs {
            let mut taken = known.clone();
            for parameter in &mut action.parameters {
                while taken.contains(&parameter.name) {
                    parameter.name.push('_');
                }
                taken.push(parameter.name.clone());
            }
        }
    }
}

/// Every input transition with every output transition behind it, in the order of the document.
fn composed(inputs: &[Half], outputs: &[Half], numbers: &[LocationId]) -> Result<Vec<Transition>, FormatError> {
    let mut behind = vec![Vec::new(); numbers.len()];
    outputs.iter().for_each(|output| behind[output.arrow.from].push(output));
    let mut transitions = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let mut guard = input.guard.clone();
        let same = |other: &&Half| other.arrow.from == input.arrow.from && other.action == input.action;
        // An earlier input transition wins even where no output follows it; later ones must not take its place.
        for earlier in inputs[..index].iter().filter(same) {
            if !behind[earlier.arrow.to].iter().any(|output| output.guard == Guard::ALWAYS) {
                guard = guard.and(earlier.guard.negated());
            }
        }
        for output in &behind[input.arrow.to] {
            let composed = compose(input, &guard, output, numbers);
            transitions.push(composed.map_err(|message| error_at(output.arrow.node, message))?);
        }
    }
    Ok(transitions)
}

/// One transition out of two.
///
/// Guards and values of the output are rewritten to what was there before the input; both guards must hold.
fn compose(input: &Half, guard: &Guard, output: &Half, numbers: &[LocationId]) -> Result<Transition, String> {
    let before = |term: &Term| before_input(term, &input.assignments);
    let source = |source: &Source| match source {
        Source::Term(term) => before(term).map(Source::Term),
        other => Ok(other.clone()),
    };
    let is_set_later = |register: &RegisterId| output.assignments.iter().any(|(later, _)| later == register);
    let mut assignments: Vec<(RegisterId, Source)> =
        input.assignments.iter().filter(|(register, _)| !is_set_later(register)).cloned().collect();
    for (register, value) in &output.assignments {
        assignments.push((*register, source(value)?));
    }
    assignments.sort_by_key(|(register, _)| *register);
    let values = output.values.iter().map(source).collect::<Result<_, _>>()?;
    let guard = guard.clone().and(output.guard.map_terms(&before)?);
    let (from, to) = ((numbers[input.arrow.from], input.action), numbers[output.arrow.to]);
    Ok(Transition { values, assignments, ..Transition::new(from, guard, output.action, to) })
}

/// A term after the input transition, by what was there before it.
fn before_input(term: &Term, assignments: &[(RegisterId, Source)]) -> Result<Term, String> {
    let mut sum = Sum::default();
    if let Some(number) = term.number() {
        sum.add(Sum::of(Operand::Literal(number.clone())))?;
    }
    for operand in term.operands() {
        let assigned = assignments.iter().find(|(register, _)| *operand == Operand::Register(*register));
        sum.add(match assigned {
            Some((_, Source::Term(source))) => Sum::from(source),
            _ => Sum::of(operand.clone()),
        })?;
    }
    sum.into_term()
}
