//! Answers of a system with data that do not fit their declaration.

use typestar_learn::register::theory::Shape;
use typestar_model::register::{Domain, Signature, TypeId};
use typestar_model::{Id, Inputs, Outputs, Symbol, Value};

use crate::run::registers::data::Data;
use crate::run::registers::typed::typed;
use crate::system::Answer;

/// How an output does not fit its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// There is none.
    Undeclared,
    /// It has another number of values.
    Count { declared: usize, given: usize },
    /// A value is of another domain than its type.
    Domain { value: Value, data_type: String, domain: Domain },
    /// A value that the system invented was given later as if it were another one.
    Collision { value: Value },
    /// A value of a type with an order cannot be told from what came before it.
    Invented { value: Value, data_type: String, theory: String },
}

/// Looks at every answer of a system with data.
pub(crate) struct Misfits {
    data: Data,
    /// For each output whether it is known to fit its declaration by itself.
    fits: Vec<bool>,
    /// Whether outputs have values of types with an order.
    has_order: bool,
}

impl Misfits {
    pub(crate) fn new(data: Data) -> Self {
        let is_line = |data_type: TypeId| data.theory(data_type).shape() == Shape::Line;
        let parameters = data.signature.outputs.iter().flat_map(|action| &action.parameters);
        let has_order = parameters.map(|parameter| parameter.data_type).any(is_line);
        Self { data, fits: Vec::new(), has_order }
    }

    /// The first step of an answer that does not fit, by its place.
    pub(crate) fn first(&mut self, answer: &Answer, inputs: &Inputs, outputs: &Outputs) -> Option<(usize, Misfit)> {
        self.fits.resize(outputs.len(), false);
        for (place, output) in answer.outputs.iter().enumerate() {
            if self.fits[output.index()] {
                continue;
            }
            match misfit(&self.data.signature, outputs.symbol(*output)) {
                Some(misfit) => return Some((place, misfit)),
                None => self.fits[output.index()] = true,
            }
        }
        let collision = self.first_collision(answer, inputs, outputs);
        collision.or_else(|| self.has_order.then(|| self.first_invented(answer, inputs, outputs)).flatten())
    }

    /// The first input whose value is by chance one that the system invented before. What was invented is evidence.
    fn first_collision(&self, answer: &Answer, inputs: &Inputs, outputs: &Outputs) -> Option<(usize, Misfit)> {
        let mut invented: Vec<(TypeId, &Value)> = Vec::new();
        for (place, evidence) in answer.evidence.iter().enumerate() {
            let given = typed(&self.data.signature.inputs, inputs.symbol(answer.word[place]));
            if let Some((_, value)) = given.into_iter().find(|given| invented.contains(given)) {
                return Some((place, Misfit::Collision { value: value.clone() }));
            }
            for (data_type, name) in typed(&self.data.signature.outputs, outputs.symbol(answer.outputs[place])) {
                invented.extend(evidence.values.get(&name.to_string()).map(|value| (data_type, value)));
            }
        }
        None
    }

    /// The first value that comes from nowhere, in a type where values that are invented have no meaning.
    fn first_invented(&self, answer: &Answer, inputs: &Inputs, outputs: &Outputs) -> Option<(usize, Misfit)> {
        let mut known = self.data.constants();
        for (place, (&input, &output)) in answer.word.iter().zip(&answer.outputs).enumerate() {
            note(&mut known, typed(&self.data.signature.inputs, inputs.symbol(input)));
            let said = typed(&self.data.signature.outputs, outputs.symbol(output));
            for &(data_type, value) in &said {
                if let Some(misfit) = self.invented(data_type, value, &known[data_type.index()]) {
                    return Some((place, misfit));
                }
            }
            note(&mut known, said);
        }
        None
    }

    fn invented(&self, data_type: TypeId, value: &Value, known: &[Value]) -> Option<Misfit> {
        let theory = self.data.theory(data_type);
        if theory.shape() == Shape::Flat {
            return None;
        }
        let atoms = theory.atoms(known, self.data.theories.constants(data_type).len(), 1);
        let is_known = atoms.iter().any(|atom| atom.point.is_some() && atom.witness == *value);
        let (value, data_type) = (value.clone(), self.data.signature.types[data_type.index()].name.clone());
        (!is_known).then(|| Misfit::Invented { value, data_type, theory: theory.name() })
    }
}

fn note(known: &mut [Vec<Value>], values: Vec<(TypeId, &Value)>) {
    for (data_type, value) in values {
        let known = &mut known[data_type.index()];
        if !known.contains(value) {
            known.push(value.clone());
        }
    }
}

/// Why an output does not fit its declaration, if it does not.
fn misfit(signature: &Signature, output: &Symbol) -> Option<Misfit> {
    let (name, given) = (output.name(), output.values().len());
    if given == 0 && typestar_protocol::is_reserved(name) {
        return None;
    }
    let Some(action) = signature.outputs.iter().find(|action| action.name == name) else {
        return Some(Misfit::Undeclared);
    };
    let declared = action.parameters.len();
    if declared != given {
        return Some(Misfit::Count { declared, given });
    }
    action.parameters.iter().zip(output.values()).find_map(|(parameter, value)| {
        let data_type = &signature.types[parameter.data_type.index()];
        let (value, domain) = (value.clone(), data_type.domain);
        (!domain.holds(&value)).then(|| Misfit::Domain { value, data_type: data_type.name.clone(), domain })
    })
}
