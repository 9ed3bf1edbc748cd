//! Theories cut the values into atoms: facts that hold for all known values, tried on random ones.

use std::cmp::Ordering;

use typestar_learn::register::Theories;
use typestar_learn::register::theory::{Atom, Theory, read_theory};
use typestar_model::register::{Action, Constant, DataType, Domain, Parameter, Signature, TypeId};
use typestar_model::{Decimal, Id, Random, Symbol, Value};

/// The theories of numbers.
const NAMES: [&str; 8] = [
    "order",
    "sums(1)",
    "sums(1, 10)",
    "sums(2)",
    "sums(1, closed)",
    "sums(1, 10, closed)",
    "sums(3, closed)",
    "sums(p+p)",
];

const DOMAINS: [Domain; 2] = [Domain::Integer, Domain::Decimal];

fn number(domain: Domain, quarters: i64) -> Value {
    match domain {
        Domain::Integer => Value::Integer(quarters),
        _ => Value::Decimal(Decimal::new(quarters as f64 / 4.0).unwrap()),
    }
}

/// A theory with known values: the arguments of its atoms.
struct Setting {
    name: &'static str,
    domain: Domain,
    known: Vec<Value>,
    constants: usize,
    remaining: usize,
}

impl Setting {
    /// A setting with small values, so that sums often meet.
    fn random(random: &mut Random, name: &'static str, domain: Domain) -> Self {
        let mut known = Vec::new();
        for _ in 0..random.below(6) {
            let value = number(domain, random.below(40) as i64 - 20);
            if !known.contains(&value) {
                known.push(value);
            }
        }
        let constants = random.below(known.len() + 1);
        Self { name, domain, known, constants, remaining: random.between(1, 3) }
    }

    /// A setting whose values are witnesses of gaps. Constants are small.
    fn generic(random: &mut Random, name: &'static str, domain: Domain, values: usize) -> Self {
        let known: Vec<Value> = (0..random.below(3)).map(|index| number(domain, 20 * index as i64)).collect();
        let mut setting = Self { name, domain, constants: known.len(), known, remaining: 1 };
        for _ in 0..values {
            let gaps: Vec<Atom> = setting.atoms().into_iter().filter(|atom| atom.point.is_none()).collect();
            setting.known.push(random.pick(&gaps).witness.clone());
        }
        setting
    }

    fn theory(&self) -> Box<dyn Theory> {
        read_theory(self.name, self.domain).unwrap()
    }

    fn atoms(&self) -> Vec<Atom> {
        self.theory().atoms(&self.known, self.constants, self.remaining)
    }

    /// The constants that are added, by the name of the theory.
    fn addends(&self) -> Vec<Value> {
        let inner = self.name.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
        let numbers = inner.split(", ").filter_map(|part| part.parse::<i64>().ok());
        let unit = if self.domain == Domain::Decimal { 4 } else { 1 };
        numbers.map(|addend| number(self.domain, addend * unit)).collect()
    }

    /// All values of terms, by the definition, as often as there are terms.
    fn terms(&self) -> Vec<Value> {
        let is_closed = self.name.contains("closed");
        let mut terms = self.known.clone();
        for (index, value) in self.known.iter().enumerate() {
            let is_constant = index < self.constants;
            if self.name == "sums(p+p)" && !is_constant {
                terms.extend(self.known[index + 1..].iter().map(|other| value.plus(other).unwrap()));
            }
            let summands =
                if is_closed { self.remaining - usize::from(is_constant) } else { 1 - usize::from(is_constant) };
            self.add_sums(value, summands, &mut terms);
        }
        terms
    }

    fn add_sums(&self, value: &Value, summands: usize, terms: &mut Vec<Value>) {
        if summands == 0 {
            return;
        }
        for addend in self.addends() {
            for sum in [value.plus(&addend).unwrap(), minus(value, &addend)] {
                self.add_sums(&sum, summands - 1, terms);
                terms.push(sum);
            }
        }
    }

    /// The different values of terms, in order.
    fn cuts(&self) -> Vec<Value> {
        let mut cuts = self.terms();
        cuts.sort();
        cuts.dedup();
        cuts
    }
}

fn minus(value: &Value, other: &Value) -> Value {
    match (value, other) {
        (Value::Integer(value), Value::Integer(other)) => Value::Integer(value - other),
        (Value::Decimal(value), Value::Decimal(other)) => {
            Value::Decimal(Decimal::new(value.number() - other.number()).unwrap())
        }
        _ => panic!("only numbers are subtracted"),
    }
}

/// Tries a fact on many random settings of all theories of numbers.
fn for_random_settings(seed: u64, fact: impl Fn(&Setting, &mut Random)) {
    let mut random = Random::new(seed);
    for name in NAMES {
        for domain in DOMAINS {
            for _ in 0..60 {
                let setting = Setting::random(&mut random, name, domain);
                fact(&setting, &mut random);
                let values = random.below(5);
                let setting = Setting::generic(&mut random, name, domain, values);
                fact(&setting, &mut random);
            }
        }
    }
}

#[test]
fn points_are_exactly_the_values_of_terms() {
    for_random_settings(1, |setting, _| {
        let atoms = setting.atoms();
        let points: Vec<&Atom> = atoms.iter().filter(|atom| atom.point.is_some()).collect();
        let values: Vec<Value> = points.iter().map(|atom| atom.witness.clone()).collect();
        assert_eq!(values, setting.cuts());
        for atom in points {
            assert_eq!(atom.point.as_ref().unwrap().value(&setting.known), Some(atom.witness.clone()));
        }
    });
}

#[test]
fn a_known_value_is_a_point_under_its_own_name() {
    for_random_settings(2, |setting, _| {
        for atom in setting.atoms() {
            let place = setting.known.iter().position(|value| *value == atom.witness);
            if let (Some(place), Some(term)) = (place, &atom.point) {
                assert_eq!((term.known, &term.plus), (place, &None));
            }
        }
    });
}

#[test]
fn atoms_are_in_order_and_gaps_lie_between_points() {
    for_random_settings(3, |setting, _| {
        let atoms = setting.atoms();
        for pair in atoms.windows(2) {
            assert_eq!(pair[0].witness.order(&pair[1].witness), Some(Ordering::Less));
            assert!(pair[0].point.is_some() || pair[1].point.is_some(), "two gaps side by side");
        }
        assert!(atoms.first().unwrap().point.is_none() && atoms.last().unwrap().point.is_none());
    });
}

#[test]
fn a_gap_of_integers_has_a_witness_exactly_if_there_is_an_integer() {
    for_random_settings(4, |setting, _| {
        let atoms = setting.atoms();
        let gaps = atoms.iter().filter(|atom| atom.point.is_none()).count();
        let has_member = |pair: &&[Value]| match (&pair[0], &pair[1]) {
            (Value::Integer(low), Value::Integer(high)) => high - low > 1,
            _ => true,
        };
        let cuts = setting.cuts();
        let expected = if cuts.is_empty() { 1 } else { 2 + cuts.windows(2).filter(has_member).count() };
        assert_eq!(gaps, expected);
    });
}

#[test]
fn every_value_lies_in_exactly_one_atom() {
    for_random_settings(5, |setting, random| {
        let (theory, atoms, cuts) = (setting.theory(), setting.atoms(), setting.cuts());
        for (index, atom) in atoms.iter().enumerate() {
            assert_eq!(theory.locate(&atoms, &atom.witness), Some(index));
        }
        for _ in 0..20 {
            let value = number(setting.domain, random.below(120) as i64 - 60);
            let atom = &atoms[theory.locate(&atoms, &value).unwrap()];
            let place = |value: &Value| cuts.binary_search(value);
            assert_eq!(place(&value), place(&atom.witness));
        }
    });
}

#[test]
fn the_same_question_has_the_same_answer() {
    for_random_settings(6, |setting, _| assert_eq!(setting.atoms(), setting.atoms()));
}

/// The sums that a new value would bring into the plain theories.
fn new_sums(setting: &Setting, value: &Value) -> Vec<Value> {
    let addends = setting.addends();
    let mut sums: Vec<Value> =
        addends.iter().flat_map(|addend| [value.plus(addend).unwrap(), minus(value, addend)]).collect();
    if setting.name == "sums(p+p)" {
        sums.extend(setting.known[setting.constants..].iter().map(|other| value.plus(other).unwrap()));
    }
    sums
}

fn is_generic(setting: &Setting, value: &Value) -> bool {
    let cuts = setting.cuts();
    new_sums(setting, value).iter().all(|sum| cuts.binary_search(sum).is_err())
}

#[test]
fn sums_of_witnesses_meet_only_where_all_values_would() {
    for_random_settings(7, |setting, _| {
        if setting.name.contains("closed") {
            return;
        }
        let atoms = setting.atoms();
        for (index, atom) in atoms.iter().enumerate().filter(|(_, atom)| atom.point.is_none()) {
            let Value::Integer(witness) = atom.witness else {
                assert!(is_generic(setting, &atom.witness), "{} after {:?}", atom.witness, setting.known);
                continue;
            };
            let end = |place: Option<usize>, otherwise: i64| match place.and_then(|place| atoms.get(place)) {
                Some(Atom { witness: Value::Integer(end), .. }) => *end,
                _ => witness + otherwise,
            };
            let (low, high) = (end(index.checked_sub(1), -100), end(Some(index + 1), 100));
            let mut members = (low + 1).max(witness - 100)..high.min(witness + 100);
            let none_is = !members.any(|value| value != 0 && is_generic(setting, &Value::Integer(value)));
            assert!(none_is || is_generic(setting, &atom.witness), "{witness} after {:?}", setting.known);
        }
    });
}

#[test]
fn fresh_values_of_all_theories_are_away_from_zero() {
    for_random_settings(8, |setting, _| {
        let atoms = setting.atoms();
        let is_zero = |atom: &&Atom| atom.witness == number(setting.domain, 0) && atom.point.is_none();
        if let Some(zero) = atoms.iter().find(is_zero) {
            let place = atoms.iter().position(|atom| atom == zero).unwrap();
            let room = |place: usize| atoms[place].witness.clone();
            // There is nothing else between its neighbours.
            assert_eq!((room(place - 1), room(place + 1)), (Value::Integer(-1), Value::Integer(1)));
        }
    });
}

#[test]
fn a_fresh_value_is_the_last_atom_that_is_no_point() {
    for name in ["equality", "order", "sums(1)", "sums(p+p)"] {
        let theory = read_theory(name, Domain::Integer).unwrap();
        let known = [Value::Integer(0), Value::Integer(7)];
        let atoms = theory.atoms(&known, 1, 1);
        let fresh = atoms.iter().rfind(|atom| atom.point.is_none()).unwrap();
        assert_eq!(fresh.witness.order(&known[1]), Some(Ordering::Greater), "{name}");
    }
}

/// A signature with the action `put` of a value of type 0, `pair` of one of each type, and `end` without values.
fn signature(domain: Domain, constants: &[Value]) -> Signature {
    let types = ["one", "other"].map(|name| DataType { name: name.to_owned(), domain });
    let parameter = |index| Parameter { name: format!("p{index}"), data_type: TypeId::new(index) };
    let action = |name: &str, types: &[usize]| Action {
        name: name.to_owned(),
        parameters: types.iter().map(|index| parameter(*index)).collect(),
    };
    let constant = |value: &Value| Constant { name: "c".to_owned(), data_type: TypeId::new(0), value: value.clone() };
    Signature {
        types: types.into(),
        constants: constants.iter().map(constant).collect(),
        inputs: vec![action("put", &[0]), action("pair", &[0, 1]), action("end", &[])],
        outputs: Vec::new(),
        is_acceptor: false,
    }
}

fn theories(signature: &Signature, name: &str) -> Theories {
    let theory = |data_type: &DataType| read_theory(name, data_type.domain).unwrap();
    Theories::new(signature, signature.types.iter().map(theory).collect())
}

/// The canonical form of a word in text form, where constants are given.
fn canonical(name: &str, domain: Domain, constants: &[Value], word: &str) -> Option<String> {
    let signature = signature(domain, constants);
    let word: Vec<Symbol> = word.split("; ").map(Symbol::read).collect();
    let relocated = theories(&signature, name).relocate(&signature, &word, &|_| Vec::new())?;
    Some(relocated.iter().map(Symbol::to_string).collect::<Vec<_>>().join("; "))
}

#[test]
fn equal_values_stay_equal_and_types_apart() {
    let canonical = |word| canonical("equality", Domain::Integer, &[Value::Integer(0)], word).unwrap();
    assert_eq!(canonical("pair(9, 9); put(3); put(9); end"), "pair(101, 101); put(102); put(101); end");
    assert_eq!(canonical("put(0); put(5)"), "put(0); put(101)");
    assert_eq!(canonical("pair(0, 0)"), "pair(0, 101)");
}

#[test]
fn the_order_of_values_stays() {
    let canonical = |word| canonical("order", Domain::Decimal, &[], word).unwrap();
    assert_eq!(canonical("put(3.0); put(7.0); put(3.5); put(1.0)"), "put(101.0); put(102.0); put(101.5); put(100.0)");
}

#[test]
fn sums_stay_sums() {
    let canonical = |name, word| canonical(name, Domain::Integer, &[], word);
    let form = "put(1000000); put(1000001); put(1000002)";
    assert_eq!(canonical("sums(1)", "put(5); put(6); put(7)").unwrap(), form);
    let form = "put(1000000); put(999999)";
    assert_eq!(canonical("sums(1)", "put(5); put(4)").unwrap(), form);
    let form = "put(1000000); put(10000000); put(11000000)";
    assert_eq!(canonical("sums(p+p)", "put(5); put(9); put(14)").unwrap(), form);
}

#[test]
fn a_word_without_a_canonical_form_is_told() {
    let integers = [Value::Integer(0), Value::Integer(3)];
    assert_eq!(canonical("order", Domain::Integer, &integers, "put(2); put(1)"), None, "1 leaves no room below");
    assert_eq!(canonical("sums(1)", Domain::Integer, &[], "put(5); put(7); put(6)"), None, "5 + 1 = 7 - 1 by chance");
    assert_eq!(canonical("order", Domain::Integer, &[], "take(2)"), None, "no such action");
    assert_eq!(canonical("order", Domain::Integer, &[], "put(2, 3)"), None, "one value too many");
}

#[test]
fn what_the_system_invents_stays_and_is_known_from_its_step_on() {
    let signature = signature(Domain::Integer, &[]);
    let theories = Theories::equality(&signature);
    let invented = |step: usize| match step {
        1 => vec![(TypeId::new(0), Value::read("$1.1").unwrap())],
        _ => Vec::new(),
    };
    let word = ["end", "put(5)", "put($1.1)", "put(6)"].map(Symbol::read);
    let relocated = theories.relocate(&signature, &word, &invented).unwrap();
    assert_eq!(relocated, ["end", "put(101)", "put($1.1)", "put(102)"].map(Symbol::read));
}

/// A word of `put`s.
fn puts(values: &[Value]) -> Vec<Symbol> {
    values.iter().map(|value| Symbol::new("put", vec![value.clone()]).unwrap()).collect()
}

#[test]
fn words_of_witnesses_are_canonical_already() {
    let mut random = Random::new(11);
    for name in NAMES.into_iter().chain(["equality"]) {
        for domain in DOMAINS {
            for _ in 0..40 {
                let constants = [number(domain, 0), number(domain, 20)];
                let (signature, length) = (signature(domain, &constants), random.between(1, 5));
                let theories = theories(&signature, name);
                let mut known = constants.to_vec();
                let mut word = Vec::new();
                for remaining in (1..=length).rev() {
                    let atoms = theories.of(TypeId::new(0)).atoms(&known, 2, remaining);
                    let value = random.pick(&atoms).witness.clone();
                    word.push(value.clone());
                    if !known.contains(&value) {
                        known.push(value);
                    }
                }
                let word = puts(&word);
                assert_eq!(theories.relocate(&signature, &word, &|_| Vec::new()), Some(word), "{name}");
            }
        }
    }
}

#[test]
fn the_canonical_form_keeps_all_relations_and_is_its_own() {
    for_random_settings(12, |setting, random| {
        let known = &setting.known;
        if known.is_empty() {
            return;
        }
        let signature = signature(setting.domain, &known[..setting.constants]);
        let theories = theories(&signature, setting.name);
        let values: Vec<Value> = (0..4).map(|_| random.pick(known).clone()).collect();
        let Some(form) = theories.relocate(&signature, &puts(&values), &|_| Vec::new()) else { return };
        let renamed: Vec<Value> = form.iter().map(|symbol| symbol.values()[0].clone()).collect();
        for left in 0..4 {
            for right in 0..4 {
                assert_eq!(relations(setting, &values, left, right), relations(setting, &renamed, left, right));
            }
        }
        assert_eq!(theories.relocate(&signature, &form, &|_| Vec::new()), Some(form));
    });
}

/// How two values of a word compare, plain and with constants added.
fn relations(setting: &Setting, values: &[Value], left: usize, right: usize) -> Vec<Option<Ordering>> {
    let is_value = |value: &Value| !setting.known[..setting.constants].contains(value);
    let mut relations = vec![values[left].order(&values[right])];
    if is_value(&values[left]) && is_value(&values[right]) {
        relations
            .extend(setting.addends().iter().map(|addend| values[left].order(&values[right].plus(addend).unwrap())));
    }
    relations
}

#[test]
fn words_that_are_equal_up_to_renaming_have_one_form() {
    for_random_settings(13, |setting, random| {
        let (known, domain) = (&setting.known, setting.domain);
        if known.is_empty() || setting.constants > 0 || setting.name == "sums(p+p)" {
            return;
        }
        let signature = signature(domain, &[]);
        let theories = theories(&signature, setting.name);
        let far = number(domain, 4 * random.between(1, 1000) as i64);
        let values: Vec<Value> = (0..4).map(|_| random.pick(known).clone()).collect();
        let moved: Vec<Value> = values.iter().map(|value| value.plus(&far).unwrap()).collect();
        let form = |values: &[Value]| theories.relocate(&signature, &puts(values), &|_| Vec::new());
        assert_eq!(form(&values), form(&moved));
    });
}

#[test]
fn every_order_word_of_decimals_has_a_form() {
    let mut random = Random::new(14);
    for _ in 0..200 {
        let values: Vec<Value> = (0..6).map(|_| number(Domain::Decimal, random.below(50) as i64)).collect();
        let signature = signature(Domain::Decimal, &[number(Domain::Decimal, 20)]);
        assert!(theories(&signature, "order").relocate(&signature, &puts(&values), &|_| Vec::new()).is_some());
    }
}
