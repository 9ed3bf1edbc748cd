//! What methods are called with: a pool of values for each parameter, and objects that were there earlier in the word.

use typestar_model::guarded::{Making, OfferedMethod};
use typestar_model::{Random, Symbol, Value};

/// A method with the values that its parameters can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// What it is called, and what its parameters take.
    pub method: OfferedMethod,
    /// The pool of each parameter; what is accepted most likely comes first. None of them is empty.
    pub pools: Vec<Vec<Value>>,
}

/// How many combinations of arguments are listed for one call.
const MOST_COMBINATIONS: usize = 48;

impl Callable {
    /// The call with these arguments; none if no symbol can say it.
    pub(super) fn call(&self, arguments: Vec<Value>) -> Option<Symbol> {
        Symbol::new(&self.method.name, arguments).ok()
    }

    /// Whether it makes the object, and so is a first call only.
    pub fn makes(&self) -> bool {
        self.method.makes
    }

    /// The ways to make values for a parameter, by its place.
    pub fn makings(&self, place: usize) -> &[Making] {
        self.method.parameters.get(place).map_or(&[], |parameter| &parameter.makings)
    }

    /// A value of a parameter, made in one of its ways with these values in the holes; none if a hole takes no such value.
    pub fn made(&self, place: usize, making: usize, values: &[Value]) -> Option<Value> {
        let making = self.makings(place).get(making)?;
        let fits = making.holes.len() == values.len()
            && making.holes.iter().zip(values).all(|(hole, value)| hole.takes(value));
        fits.then(|| making.made(values))
    }

    /// The arguments that come first.
    pub(super) fn usual(&self) -> Vec<Value> {
        self.pools.iter().map(|pool| pool[0].clone()).collect()
    }

    /// All that a parameter can be given in a word that began like this.
    pub(super) fn choices(&self, parameter: usize, before: &[Symbol], callables: &[Self]) -> Vec<Value> {
        let mut choices = self.pools[parameter].clone();
        choices.extend(earlier_objects(&self.method.parameters[parameter].type_name, before, callables));
        choices
    }

    /// A call with arguments by chance, in a word that began like this.
    pub(super) fn by_chance(&self, before: &[Symbol], callables: &[Self], random: &mut Random) -> Option<Symbol> {
        let choices = (0..self.pools.len()).map(|place| self.choices(place, before, callables));
        self.call(choices.map(|values| random.pick(&values).clone()).collect())
    }

    /// These arguments, and those that differ from them in one place.
    pub(super) fn variations(&self, usual: &[Value], before: &[Symbol], callables: &[Self]) -> Vec<Vec<Value>> {
        let mut variations = vec![usual.to_vec()];
        for place in 0..usual.len() {
            let others = self.choices(place, before, callables).into_iter().filter(|value| *value != usual[place]);
            variations.extend(others.map(|value| {
                let mut arguments = usual.to_vec();
                arguments[place] = value;
                arguments
            }));
        }
        variations
    }

    /// Combinations of these choices: all of them if there are few, else some by chance.
    pub(super) fn combinations(choices: &[Vec<Value>], random: &mut Random) -> Vec<Vec<Value>> {
        let all = choices.iter().try_fold(1usize, |product, values| product.checked_mul(values.len()));
        if all.is_none_or(|all| all > MOST_COMBINATIONS) {
            let some = |_| choices.iter().map(|values| random.pick(values).clone()).collect();
            return (0..MOST_COMBINATIONS).map(some).collect();
        }
        choices.iter().fold(vec![Vec::new()], |combinations, values| {
            let extended = |begun: &Vec<Value>, value: &Value| begun.iter().chain([value]).cloned().collect();
            combinations.iter().flat_map(|begun| values.iter().map(move |value| extended(begun, value))).collect()
        })
    }
}

/// The objects of a type that were passed or returned earlier in the word. Those that were made by the pool are there
/// again by their place.
fn earlier_objects(type_name: &str, before: &[Symbol], callables: &[Callable]) -> Vec<Value> {
    let mut objects = Vec::new();
    for (step, call) in before.iter().enumerate() {
        let Some(called) = callables.iter().find(|callable| callable.method.name == call.name()) else { continue };
        for (place, value) in call.values().iter().enumerate() {
            if is_made(value) && called.method.parameters.get(place).is_some_and(|other| other.type_name == type_name) {
                objects.push(Value::Text(format!("@{}.{}", step + 1, place + 1)));
            }
        }
        if called.method.returns.again && called.method.returns.type_name == type_name {
            objects.push(Value::Returned { step: step as u32 + 1, value: None });
        }
    }
    objects
}

/// Whether a value is an object that is made for the call.
fn is_made(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.starts_with('@') && !text.starts_with("@@")) && !is_earlier(value)
}

/// Whether a value is an object of an earlier step, or the one that is called.
pub(super) fn is_earlier(value: &Value) -> bool {
    match value {
        Value::Text(text) => {
            let is_place = |place: &str| place == "this" || place.starts_with(|letter: char| letter.is_ascii_digit());
            text.strip_prefix('@').is_some_and(is_place)
        }
        value => matches!(value, Value::Returned { .. }),
    }
}

#[cfg(test)]
mod tests {
    use typestar_model::guarded::{Hole, Parameter, Returned, ValueKind};

    use super::*;

    fn connect() -> Callable {
        let parameters = vec![Parameter::new("Pipe", ValueKind::Object)];
        let method = OfferedMethod { name: "connect".to_owned(), parameters, ..OfferedMethod::default() };
        let pools = vec![vec![Value::Text("@new Pipe".to_owned()), Value::Null]];
        Callable { method, pools }
    }

    #[test]
    fn a_value_is_made_with_what_the_holes_take() {
        let mut connect = connect();
        let hole = Hole { kind: ValueKind::Integer { min: 0, max: 9 }, values: Vec::new() };
        let making = Making { text: "@new Pipe(#1)".to_owned(), holes: vec![hole] };
        connect.method.parameters[0].makings = vec![making];
        let made = |number| connect.made(0, 0, &[Value::Integer(number)]);
        assert_eq!(connect.makings(0).len(), 1);
        assert_eq!(made(7), Some(Value::Text("@new Pipe(7)".to_owned())));
        assert_eq!((made(10), connect.made(0, 1, &[]), connect.made(1, 0, &[])), (None, None, None));
    }

    #[test]
    fn a_hole_takes_null_where_the_system_names_it() {
        let mut connect = connect();
        let hole = |values| Hole { kind: ValueKind::Text, values };
        let making = |values| vec![Making { text: "@new Pipe(#1)".to_owned(), holes: vec![hole(values)] }];
        connect.method.parameters[0].makings = making(Vec::new());
        assert_eq!(connect.made(0, 0, &[Value::Null]), None);
        connect.method.parameters[0].makings = making(vec![Value::Null]);
        assert_eq!(connect.made(0, 0, &[Value::Null]), Some(Value::Text("@new Pipe(null)".to_owned())));
    }

    #[test]
    fn one_hole_of_a_value_is_filled_anew_where_it_is_plain_where_it_ends() {
        let holes = [ValueKind::Text, ValueKind::Integer { min: 0, max: 99 }, ValueKind::Enumeration];
        let holes = holes.map(|kind| Hole { kind, values: Vec::new() }).to_vec();
        let making = Making { text: "@new Plane(#1, #2, #3)".to_owned(), holes };
        let like = |text: &str| making.made_like(&Value::Text(text.to_owned()), 1, &Value::Integer(9));
        let wanted = |text: &str| Some(Value::Text(text.to_owned()));
        assert_eq!(like("@new Plane(\"a\", 7, Kind.JET)"), wanted("@new Plane(\"a\", 9, Kind.JET)"));
        assert_eq!(like("@new Plane(null, 7, \"JET\"); tow(1)"), wanted("@new Plane(null, 9, \"JET\"); tow(1)"));
        for other in ["@new Plane(\"a, b\", 7, null)", "@new Boat(\"a\", 7, null)", "@new Plane(of(1, 2), 3)", "@null"]
        {
            assert_eq!(like(other), None, "{other}");
        }
    }

    #[test]
    fn objects_of_earlier_steps_can_be_passed_again() {
        let connect = connect();
        let before = [connect.call(connect.usual()).unwrap(), connect.call(vec![Value::Null]).unwrap()];
        let again = Value::Text("@1.1".to_owned());
        let choices = connect.choices(0, &before, std::slice::from_ref(&connect));
        assert_eq!(choices, [connect.pools[0][0].clone(), Value::Null, again.clone()]);
        let variations = connect.variations(&connect.usual(), &before, std::slice::from_ref(&connect));
        assert_eq!(variations, [connect.usual(), vec![Value::Null], vec![again]]);
    }

    #[test]
    fn what_was_returned_can_be_passed_where_the_system_says_so() {
        let mut connect = connect();
        let before = [connect.call(vec![Value::Null]).unwrap()];
        connect.method.returns = Returned { type_name: "Pipe".to_owned(), again: true, ..Returned::default() };
        let returned = Value::Returned { step: 1, value: None };
        let choices = |connect: &Callable| connect.choices(0, &before, std::slice::from_ref(connect));
        assert_eq!(choices(&connect).last(), Some(&returned));
        connect.method.returns.again = false;
        assert!(!choices(&connect).contains(&returned));
    }

    #[test]
    fn few_combinations_are_all_listed_and_of_many_some() {
        let numbers = |most: i64| (0..most).map(Value::Integer).collect::<Vec<_>>();
        let random = &mut Random::new(1);
        assert_eq!(Callable::combinations(&[], random), [Vec::<Value>::new()]);
        assert_eq!(Callable::combinations(&[numbers(2), numbers(3)], random).len(), 6);
        assert_eq!(Callable::combinations(&[numbers(20), numbers(20)], random).len(), MOST_COMBINATIONS);
    }
}
