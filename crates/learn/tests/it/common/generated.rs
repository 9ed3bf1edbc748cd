//! Random systems with data of many shapes: several types, actions with up to two parameters, acceptors.

use typestar_learn::register::Theories;
use typestar_learn::register::theory::{Equality, Order, Sums, Theory};
use typestar_model::register::{
    Action, ActionId, Addend, Comparison, Constant, ConstantId, DataType, Domain, Guard, Location, LocationId, Operand,
    Parameter, Register, RegisterAutomaton, RegisterId, Signature, Source, Term, Transition, TypeId,
};
use typestar_model::{Decimal, Id, Random, Value};

/// What the values of a generated system are, and how it compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Equality of integers.
    Equal,
    /// The order of decimals.
    Decimals,
    /// The order of integers, with constants.
    Integers,
    /// Equality of integers, and the order of decimals.
    Mixed,
    /// Sums of integers with 1.
    Sums,
}

impl Compared {
    /// The domain of each type.
    fn domains(self) -> &'static [Domain] {
        match self {
            Self::Equal | Self::Integers | Self::Sums => &[Domain::Integer],
            Self::Decimals => &[Domain::Decimal],
            Self::Mixed => &[Domain::Integer, Domain::Decimal],
        }
    }

    /// The theories of a system that compares like this.
    pub fn theories(self, signature: &Signature) -> Theories {
        let theory = |domain: Domain| -> Box<dyn Theory> {
            match (self, domain) {
                (Self::Sums, _) => Box::new(Sums::new(domain, vec![Value::Integer(1)])),
                (Self::Integers, _) | (_, Domain::Decimal) => Box::new(Order::new(domain)),
                _ => Box::new(Equality::new(domain)),
            }
        };
        Theories::new(signature, self.domains().iter().map(|domain| theory(*domain)).collect())
    }

    /// How a value of a type may be compared.
    fn comparisons(self, data_type: TypeId) -> &'static [Comparison] {
        match (self, self.domains()[data_type.index()]) {
            (Self::Equal, _) | (Self::Mixed, Domain::Integer) => &[Comparison::Equal],
            _ => &[Comparison::Equal, Comparison::Less, Comparison::AtMost],
        }
    }
}

/// Makes one system.
struct Generator<'a> {
    random: &'a mut Random,
    compared: Compared,
    signature: Signature,
    registers: Vec<Register>,
    /// The registers that have a value in each location.
    kept: Vec<Vec<RegisterId>>,
    accepting: Vec<bool>,
    is_partial: bool,
}

/// A random system, which may leave open what happens. Registers have a value wherever they are read.
pub fn generated(random: &mut Random, compared: Compared, is_partial: bool) -> RegisterAutomaton {
    let signature = signature(random, compared);
    let locations = random.between(1, 4);
    let mut registers = Vec::new();
    for data_type in (0..signature.types.len()).map(TypeId::new) {
        for _ in 0..random.between(1, 2) {
            registers.push(Register { name: format!("x{}", registers.len()), data_type, initial: None });
        }
    }
    let mut kept = vec![Vec::new()];
    for _ in 1..locations {
        kept.push((0..registers.len()).filter(|_| random.chance(70)).map(RegisterId::new).collect());
    }
    let accepting = (0..locations).map(|_| random.chance(50)).collect();
    Generator { random, compared, signature, registers, kept, accepting, is_partial }.automaton()
}

fn signature(random: &mut Random, compared: Compared) -> Signature {
    let types = compared.domains().iter().enumerate();
    let types: Vec<DataType> = types.map(|(index, &domain)| DataType { name: format!("t{index}"), domain }).collect();
    let count = types.len();
    let mut constants = Vec::new();
    for (index, data_type) in types.iter().enumerate() {
        let least = usize::from(compared == Compared::Integers);
        for number in 0..random.between(least, 2) {
            let value = match data_type.domain {
                Domain::Decimal => Value::Decimal(Decimal::new(3.0 + number as f64).unwrap()),
                _ => Value::Integer(3 + 100_000 * number as i64),
            };
            constants.push(Constant { name: format!("c{}", constants.len()), data_type: TypeId::new(index), value });
        }
    }
    let parameter =
        |index: usize, data_type| Parameter { name: format!("p{index}"), data_type: TypeId::new(data_type) };
    let mut input = |index: usize| {
        let arity = if index == 0 { random.between(1, 2) } else { random.between(0, 2) };
        let parameters = (0..arity).map(|at| parameter(at, random.below(count))).collect();
        Action { name: ["put", "get", "set"][index].to_owned(), parameters }
    };
    let inputs = vec![input(0), input(1)];
    let is_acceptor = random.chance(15);
    let plain = |name: &str| Action { name: name.to_owned(), parameters: Vec::new() };
    let outputs = match is_acceptor {
        true => vec![plain("accept"), plain("reject")],
        false => {
            let one = |of: usize| Action { name: format!("out{of}"), parameters: vec![parameter(0, of)] };
            let two = Action { name: "two".to_owned(), parameters: vec![parameter(0, 0), parameter(1, 0)] };
            [plain("yes"), plain("no"), two].into_iter().chain((0..count).map(one)).collect()
        }
    };
    Signature { types, constants, inputs, outputs, is_acceptor }
}

impl Generator<'_> {
    fn automaton(mut self) -> RegisterAutomaton {
        let mut transitions = Vec::new();
        for from in 0..self.kept.len() {
            for input in (0..self.signature.inputs.len()).map(ActionId::new) {
                for guard in self.guards(from, input) {
                    // Now and then nobody says what happens.
                    if !(self.is_partial && self.random.chance(10)) {
                        transitions.push(self.transition(from, input, guard));
                    }
                }
            }
        }
        let location = |(index, accepting): (usize, &bool)| Location {
            name: format!("q{index}"),
            accepting: *accepting || !self.signature.is_acceptor,
            registers: self.kept[index].clone(),
        };
        RegisterAutomaton {
            name: "generated".to_owned(),
            locations: self.accepting.iter().enumerate().map(location).collect(),
            signature: self.signature,
            registers: self.registers,
            transitions,
            finished: true,
        }
    }

    /// Up to three guards of which exactly one holds.
    fn guards(&mut self, from: usize, input: ActionId) -> Vec<Guard> {
        let Some(first) = self.comparison(from, input).filter(|_| self.random.chance(75)) else {
            return vec![Guard::ALWAYS];
        };
        match self.comparison(from, input).filter(|_| self.random.chance(40)) {
            None => vec![first.clone(), first.negated()],
            Some(second) => {
                let neither = first.negated().and(second.negated());
                vec![first.clone(), first.negated().and(second), neither]
            }
        }
    }

    /// A comparison of a parameter with what is known; none if nothing is.
    fn comparison(&mut self, from: usize, input: ActionId) -> Option<Guard> {
        let arity = self.signature.inputs[input.index()].parameters.len();
        let parameter = if arity == 0 { return None } else { self.random.below(arity) };
        let data_type = self.signature.inputs[input.index()].parameters[parameter].data_type;
        let mut known = self.known(from, input, parameter, data_type);
        let constants = self.signature.constants.iter().enumerate().filter(|(_, of)| of.data_type == data_type);
        known.extend(constants.map(|(index, _)| Operand::Constant(ConstantId::new(index))));
        if known.is_empty() {
            return None;
        }
        let mut term = Term::of(self.random.pick(&known).clone());
        if self.compared == Compared::Sums && !matches!(term.operand, Operand::Constant(_)) && self.random.chance(70) {
            term.plus = Some(Addend::Number(Value::Integer(if self.random.chance(70) { 1 } else { -1 })));
        }
        let comparison = *self.random.pick(self.compared.comparisons(data_type));
        Some(Guard::Compare(Term::of(Operand::Parameter(parameter)), comparison, term))
    }

    /// The registers and the parameters before one that have a type.
    fn known(&self, from: usize, input: ActionId, before: usize, data_type: TypeId) -> Vec<Operand> {
        let registers = self.kept[from].iter().filter(|of| self.registers[of.index()].data_type == data_type);
        let parameters = self.signature.inputs[input.index()].parameters[..before].iter().enumerate();
        let parameters = parameters.filter(|(_, of)| of.data_type == data_type);
        let registers = registers.map(|register| Operand::Register(*register));
        registers.chain(parameters.map(|(index, _)| Operand::Parameter(index))).collect()
    }

    fn transition(&mut self, from: usize, input: ActionId, guard: Guard) -> Transition {
        let arity = self.signature.inputs[input.index()].parameters.len();
        let to = self.random.below(self.kept.len());
        // The first location keeps nothing: it can always be reached.
        let assignments = self.assignments(from, input, arity, to);
        let (to, assignments) = assignments.map_or_else(|| (0, Vec::new()), |assignments| (to, assignments));
        let (output, values) = match self.signature.is_acceptor {
            true => (usize::from(!self.accepting[to]), Vec::new()),
            false => self.output(from, input, arity),
        };
        let (from, to, output) = (LocationId::new(from), LocationId::new(to), ActionId::new(output));
        Transition { from, input, guard, output, values, assignments, to, witness: Vec::new() }
    }

    /// Values for all registers that a location keeps; none if there are no such values.
    fn assignments(
        &mut self,
        from: usize,
        input: ActionId,
        arity: usize,
        to: usize,
    ) -> Option<Vec<(RegisterId, Source)>> {
        let mut assignments = Vec::new();
        for register in self.kept[to].clone() {
            let known = self.known(from, input, arity, self.registers[register.index()].data_type);
            let own = Operand::Register(register);
            let stays = known.contains(&own) && self.random.chance(50);
            let value = if stays { own } else { self.random.pick_from(&known)? };
            assignments.push((register, Source::Term(Term::of(value))));
        }
        Some(assignments)
    }

    fn output(&mut self, from: usize, input: ActionId, arity: usize) -> (usize, Vec<Source>) {
        let output = self.random.below(self.signature.outputs.len());
        let types = self.signature.outputs[output].parameters.iter().map(|parameter| parameter.data_type);
        let types: Vec<TypeId> = types.collect();
        let value = |data_type: TypeId| {
            let known = self.known(from, input, arity, data_type);
            self.random.pick_from(&known).map(|operand| Source::Term(Term::of(operand)))
        };
        match types.into_iter().map(value).collect::<Option<Vec<_>>>() {
            Some(values) => (output, values),
            None => (0, Vec::new()),
        }
    }
}

/// A choice among what may be nothing.
trait PickFrom {
    fn pick_from<T: Clone>(&mut self, from: &[T]) -> Option<T>;
}

impl PickFrom for Random {
    fn pick_from<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(self.pick(from).clone()) }
    }
}
