//! The theories that automata need: what their guards compare values by.
//!
//! A simulated automaton comes without a case file that names its theories. Its guards tell: `p < x`
//! needs an order, `p = x + 1` needs sums with 1. The weakest theory that expresses all of them is
//! taken, because each stronger one makes more atoms, and so more words.

use std::collections::BTreeSet;

use typestar_model::register::{Addend, Comparison, Domain, Guard, Names, RegisterAutomaton, Signature, Term, TypeId};
use typestar_model::{Id, Value};

use super::Theories;
use super::comparable::terms_of;
use super::theory::{Equality, Order, PairSums, Sums, Theory};

/// What the values of a type are compared by, from the weakest to the strongest.
///
/// ```
/// use typestar_learn::register::{Need, needs};
/// use typestar_model::register::families::{fifo, priority_queue};
///
/// assert_eq!(needs(&[&fifo(2)]), [Need::Equality]);
/// assert_eq!(needs(&[&priority_queue(2)]), [Need::Order]);
/// assert!(!needs(&[&priority_queue(2)])[0].has_sums());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// They are equal or not.
    #[default]
    Equality,
    /// They are equal, or one is less.
    Order,
    /// They are compared with others plus or minus these numbers.
    Sums(BTreeSet<Value>),
    /// They are compared with the sum of two others.
    PairSums,
    /// They are compared with others, and with the sum of two others, each plus or minus these numbers.
    AllSums(BTreeSet<Value>),
}

impl Need {
    /// What is needed for both.
    ///
    /// Numbers of sums are collected, and both kinds of sums make a need of their own; otherwise the stronger of the two holds
    /// for both.
    fn and(self, other: Self) -> Self {
        let (less, more) = if self <= other { (self, other) } else { (other, self) };
        match (less, more) {
            (Self::Sums(one), Self::Sums(other)) => Self::Sums(joined(one, other)),
            (Self::Sums(one), Self::AllSums(other)) | (Self::AllSums(one), Self::AllSums(other)) => {
                Self::AllSums(joined(one, other))
            }
            (Self::Sums(numbers), Self::PairSums) => Self::AllSums(numbers),
            (_, stronger) => stronger,
        }
    }

    /// Whether sums are needed, so that no walk through two automata is complete.
    pub fn has_sums(&self) -> bool {
        *self > Self::Order
    }

    /// The theory for values of a domain.
    pub fn theory(&self, domain: Domain) -> Box<dyn Theory> {
        match self {
            Self::Equality => Box::new(Equality::new(domain)),
            Self::Order => Box::new(Order::new(domain)),
            Self::Sums(numbers) => Box::new(Sums::new(domain, numbers.iter().cloned().collect())),
            Self::PairSums => Box::new(PairSums::new(domain)),
            Self::AllSums(numbers) => Box::new(PairSums::new(domain).with(numbers.iter().cloned().collect())),
        }
    }
}

impl Theories {
    /// The theories that fit what is needed of each type.
    pub fn needed(signature: &Signature, needs: &[Need]) -> Self {
        let theories = signature.types.iter().zip(needs).map(|(data_type, need)| need.theory(data_type.domain));
        Self::new(signature, theories.collect())
    }
}

/// What some automata need for each type of the first one. Types are the same if their names are.
///
/// Guards are looked at, and what registers are set to: `x := p + 1` makes a later `p = x` a comparison with a sum.
pub fn needs(automata: &[&RegisterAutomaton]) -> Vec<Need> {
    let Some(first) = automata.first() else { return Vec::new() };
    let mut needs = vec![Need::default(); first.signature.types.len()];
    for automaton in automata {
        let types = &automaton.signature.types;
        for (data_type, need) in needs_of(automaton) {
            let name = &types[data_type.index()].name;
            if let Some(place) = first.signature.types.iter().position(|known| known.name == *name) {
                needs[place] = std::mem::take(&mut needs[place]).and(need);
            }
        }
    }
    needs
}

fn needs_of(automaton: &RegisterAutomaton) -> Vec<(TypeId, Need)> {
    let mut needs = Vec::new();
    for transition in &automaton.transitions {
        let names = automaton.names(transition.input);
        guard_needs(&transition.guard, &names, &mut needs);
        needs.extend(terms_of(transition).filter_map(|term| term_need(term, &names)));
    }
    needs
}

fn guard_needs(guard: &Guard, names: &Names, needs: &mut Vec<(TypeId, Need)>) {
    match guard {
        Guard::All(parts) | Guard::Any(parts) => parts.iter().for_each(|part| guard_needs(part, names, needs)),
        Guard::Compare(left, comparison, right) => {
            let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            let data_type = [left, right].into_iter().find_map(|term| type_of(term, names));
            needs.extend(data_type.filter(|_| is_order).map(|data_type| (data_type, Need::Order)));
            needs.extend([left, right].into_iter().filter_map(|term| term_need(term, names)));
        }
    }
}

/// What a term needs, if it is a sum.
fn term_need(term: &Term, names: &Names) -> Option<(TypeId, Need)> {
    let need = match term.plus.as_ref()? {
        Addend::Number(number) => Need::Sums([distance(number)].into()),
        Addend::Operand(_) => Need::PairSums,
        Addend::Both(_, number) => Need::AllSums([distance(number)].into()),
    };
    Some((type_of(term, names)?, need))
}

fn type_of(term: &Term, names: &Names) -> Option<TypeId> {
    term.operands().find_map(|operand| names.data_type(operand))
}

fn joined(mut one: BTreeSet<Value>, other: BTreeSet<Value>) -> BTreeSet<Value> {
    one.extend(other);
    one
}

/// A number without its sign: sums go up and down.
fn distance(number: &Value) -> Value {
    match number {
        Value::Integer(number) => Value::Integer(number.saturating_abs()),
        Value::Decimal(number) => {
            let distance = typestar_model::Decimal::new(number.number().abs());
            Value::Decimal(distance.expect("a finite number has a finite distance"))
        }
        other => other.clone(),
    }
}
