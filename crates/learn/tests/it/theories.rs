//! Theories cut the values into atoms: facts that hold for all known values, tried on random ones.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use typestar_learn::register::theory::{Atom, KnownAddend, Theory, read_theory, theory_examples};
use typestar_learn::register::{Need, Theories};
use typestar_model::register::{Action, Constant, DataType, Domain, Parameter, Signature, TypeId};
use typestar_model::{Decimal, Id, Random, Symbol, Value};

/// The theories of numbers.
const NAMES: [&str; 10] = [
    "order",
    "sums(1)",
    "sums(1, 10)",
    "sums(2)",
    "sums(1, closed)",
    "sums(1, 10, closed)",
    "sums(3, closed)",
    "sums(p+p)",
    "sums(1, p+p)",
    "sums(2, 10, p+p)",
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
        let mut plain = self.known.clone();
        if self.adds_pairs() {
            for (index, value) in self.known.iter().enumerate() {
                plain.extend(self.known[index..].iter().map(|other| value.plus(other).unwrap()));
            }
        }
        let mut terms = plain.clone();
        let summands = if is_closed { self.remaining } else { 1 };
        plain.iter().for_each(|value| self.add_sums(value, summands, &mut terms));
        terms
    }

    /// Whether sums of two values are terms.
    fn adds_pairs(&self) -> bool {
        self.name.contains("p+p")
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
            for _ in 0..typestar_testing::share(30) {
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

/// Where a number lies on a line: at the point that has it, or in the gap before the first point above it.
fn locate(atoms: &[Atom], value: &Value) -> Option<usize> {
    let is_at_or_above = |atom: &Atom| atom.point.is_some() && atom.witness.order(value).is_some_and(Ordering::is_ge);
    let gap = match atoms.iter().position(is_at_or_above) {
        Some(point) if atoms[point].witness == *value => return Some(point),
        Some(point) => point.checked_sub(1)?,
        None => atoms.len().checked_sub(1)?,
    };
    atoms[gap].point.is_none().then_some(gap)
}

#[test]
fn every_value_lies_in_exactly_one_atom() {
    for_random_settings(5, |setting, random| {
        let (atoms, cuts) = (setting.atoms(), setting.cuts());
        for (index, atom) in atoms.iter().enumerate() {
            assert_eq!(locate(&atoms, &atom.witness), Some(index));
        }
        for _ in 0..20 {
            let value = number(setting.domain, random.below(120) as i64 - 60);
            let atom = &atoms[locate(&atoms, &value).unwrap()];
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
    let mut pairs = Vec::new();
    if setting.adds_pairs() {
        pairs.extend(setting.known.iter().chain([value]).map(|other| value.plus(other).unwrap()));
    }
    let mut sums = pairs.clone();
    for addend in setting.addends() {
        sums.extend(pairs.iter().chain([value]).flat_map(|sum| [sum.plus(&addend).unwrap(), minus(sum, &addend)]));
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
    for name in ["equality", "order", "sums(1)", "sums(p+p)", "sums(1, p+p)"] {
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
    let form = "put(1000000); put(10007812); put(11007812)";
    assert_eq!(canonical("sums(p+p)", "put(5); put(12); put(17)").unwrap(), form);
    let form = "put(1000000); put(1000000); put(2000000)";
    assert_eq!(canonical("sums(p+p)", "put(5); put(5); put(10)").unwrap(), form);
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
        if known.is_empty() || setting.constants > 0 || setting.adds_pairs() {
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

#[test]
fn atoms_are_as_many_as_the_guide_says() {
    let count = |name: &'static str, domain, values| {
        let mut setting = Setting { name, domain, known: Vec::new(), constants: 0, remaining: 3 };
        for _ in 0..values {
            setting.known.push(setting.atoms().pop().unwrap().witness);
        }
        setting.atoms().len()
    };
    let of_three = |name| count(name, Domain::Decimal, 3);
    let names = ["equality", "order", "sums(1)", "sums(1, closed)", "sums(p+p)", "sums(1, p+p)"];
    assert_eq!(names.map(of_three), [4, 7, 19, 43, 19, 55]);
    assert_eq!(DOMAINS.map(|domain| count("sums(1)", domain, 1)), [5, 7]);
}

#[test]
fn constants_count_for_the_witnesses_of_all_theories() {
    let constants = [number(Domain::Integer, 1_000_000), number(Domain::Integer, 101)];
    for name in NAMES.into_iter().chain(["equality"]) {
        let atoms = read_theory(name, Domain::Integer).unwrap().atoms(&constants, 2, 1);
        for (index, constant) in constants.iter().enumerate() {
            let named: Vec<&Atom> = atoms.iter().filter(|atom| atom.witness == *constant).collect();
            assert_eq!(named.len(), 1, "{name}");
            assert_eq!(named[0].point.as_ref().unwrap().known, index, "{name}");
        }
    }
}

#[test]
fn initial_values_of_zero_are_no_fresh_values() {
    for name in NAMES.into_iter().chain(["equality"]) {
        for domain in DOMAINS {
            let theory = read_theory(name, domain).unwrap();
            let mut known = Vec::new();
            for _ in 0..5 {
                let atoms = theory.atoms(&known, 0, 1);
                let is_zero = |atom: &Atom| atom.witness == number(domain, 0);
                assert!(!atoms.iter().any(|atom| atom.point.is_none() && is_zero(atom)), "{name}");
                known.push(atoms.iter().find(|atom| atom.point.is_none()).unwrap().witness.clone());
            }
        }
    }
}

#[test]
fn a_constant_that_is_added_and_taken_away_leads_back() {
    let mut random = Random::new(15);
    for name in ["sums(1)", "sums(0.5)", "sums(0.125, 3)", "sums(5)", "sums(20, 300, 1000)", "sums(1, closed)"] {
        let theory = read_theory(name, Domain::Decimal).unwrap();
        for _ in 0..30 {
            let mut known: Vec<Value> = Vec::new();
            for _ in 0..6 {
                let atoms = theory.atoms(&known, 0, 2);
                for (atom, addend) in atoms.iter().filter_map(|atom| Some((atom, atom.point.as_ref()?.plus.as_ref()?)))
                {
                    let KnownAddend::Number(number) = addend else { panic!("{name} adds numbers") };
                    assert_eq!(minus(&atom.witness, number), known[atom.point.as_ref().unwrap().known], "{name}");
                }
                let value = random.pick(&atoms).witness.clone();
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
    }
}

/// Whether two values lie in one atom after others.
fn are_alike(name: &str, remaining: usize, known: [f64; 2], values: [f64; 2]) -> bool {
    let decimal = |number: f64| Value::Decimal(Decimal::new(number).unwrap());
    let theory = read_theory(name, Domain::Decimal).unwrap();
    let atoms = theory.atoms(&known.map(decimal), 0, remaining);
    let [left, right] = values.map(|value| locate(&atoms, &decimal(value)));
    left == right
}

#[test]
fn only_closed_sums_tell_apart_what_matters_to_later_values() {
    // Only above 103.0 there is a later value between 101.0 + 1 and this one - 1.
    let (known, values) = ([101.0, 500.0], [102.5, 104.5]);
    assert!(are_alike("sums(1)", 2, known, values));
    assert!(are_alike("sums(1, closed)", 1, known, values));
    assert!(!are_alike("sums(1, closed)", 2, known, values));
}

#[test]
fn differences_of_two_values_are_no_cuts_of_sums_of_two() {
    assert!(are_alike("sums(p+p)", 2, [1.0, 11.0], [4.0, 10.5]), "the difference is 10");
    assert!(!are_alike("sums(p+p)", 2, [1.0, 11.0], [11.5, 12.5]), "the sum is 12");
}

/// How the values of a word compare with each other and with a constant, plain and with 1 added or taken away.
fn class(word: &[Value], constant: Option<&Value>, one: &Value) -> Vec<Option<Ordering>> {
    let mut class = Vec::new();
    for (index, value) in word.iter().enumerate() {
        class.extend(constant.map(|constant| value.order(constant)));
        for earlier in &word[..index] {
            let terms = [minus(earlier, one), earlier.clone(), earlier.plus(one).unwrap()];
            class.extend(terms.map(|term| value.order(&term)));
        }
    }
    class
}

/// All words of this many values, the choices of each depending on those before it and on how many are still to come.
fn words(length: usize, choices: &dyn Fn(&[Value], usize) -> Vec<Value>) -> Vec<Vec<Value>> {
    let mut words = vec![Vec::new()];
    for remaining in (1..=length).rev() {
        let longer = |word: Vec<Value>| {
            let next = choices(&word, remaining);
            next.into_iter().map(move |value| word.iter().cloned().chain([value]).collect())
        };
        words = words.into_iter().flat_map(longer).collect();
    }
    words
}

/// How many classes of words of three small numbers no word of witnesses is in.
fn missed_classes(name: &str, domain: Domain, constant: Option<Value>) -> usize {
    let one = number(domain, if domain == Domain::Decimal { 4 } else { 1 });
    let theory = read_theory(name, domain).unwrap();
    let witnesses = |word: &[Value], remaining: usize| {
        let mut known: Vec<Value> = constant.iter().cloned().collect();
        word.iter().for_each(|value| {
            if !known.contains(value) {
                known.push(value.clone())
            }
        });
        let atoms = theory.atoms(&known, usize::from(constant.is_some()), remaining);
        atoms.into_iter().map(|atom| atom.witness).collect()
    };
    let grid = |_: &[Value], _: usize| (-12..=16).map(|place| number(domain, place)).collect();
    let classes = |words: Vec<Vec<Value>>| -> BTreeSet<_> {
        words.iter().map(|word| class(word, constant.as_ref(), &one)).collect()
    };
    classes(words(3, &grid)).difference(&classes(words(3, &witnesses))).count()
}

#[test]
fn closed_sums_reach_every_class_of_words_and_plain_ones_do_not() {
    for domain in DOMAINS {
        for constant in [None, Some(number(domain, 4))] {
            assert_eq!(missed_classes("sums(1, closed)", domain, constant.clone()), 0, "{domain:?} {constant:?}");
            assert!(missed_classes("sums(1)", domain, constant) > 0);
        }
    }
}

/// The relations of a word that guards with both kinds of sums can see: how each value compares with the earlier ones and
/// the sums of two of them, plain and with 1 added or taken away.
fn class_of_all_sums(word: &[Value], one: &Value) -> Vec<Option<Ordering>> {
    let mut class = Vec::new();
    for (index, value) in word.iter().enumerate() {
        let earlier = &word[..index];
        let mut terms = earlier.to_vec();
        for (first, left) in earlier.iter().enumerate() {
            terms.extend(earlier[first..].iter().map(|right| left.plus(right).unwrap()));
        }
        for term in &terms {
            class.extend([minus(term, one), term.clone(), term.plus(one).unwrap()].map(|term| value.order(&term)));
        }
    }
    class
}

/// For every word of two values of a grid, or of witnesses: the classes of a third value that some number has, and those
/// that a witness has.
#[test]
fn every_class_of_the_next_value_has_a_witness_where_both_kinds_of_sums_are_compared() {
    for domain in DOMAINS {
        let (theory, one) = (read_theory("sums(1, p+p)", domain).unwrap(), number(domain, unit(domain)));
        let grid = || (-9..=9).map(|place| number(domain, 3 * place));
        for (first, second) in grid().flat_map(|first| grid().map(move |second| (first.clone(), second))) {
            let word = |third: Value| [first.clone(), second.clone(), third];
            let known: Vec<Value> =
                if first == second { vec![first.clone()] } else { vec![first.clone(), second.clone()] };
            let witnesses = theory.atoms(&known, 0, 1).into_iter().map(|atom| atom.witness);
            let classes = |thirds: &mut dyn Iterator<Item = Value>| -> BTreeSet<_> {
                thirds.map(|third| class_of_all_sums(&word(third), &one)).collect()
            };
            let tried = classes(&mut (-90..=90).map(|place| number(domain, place)));
            let known = classes(&mut witnesses.into_iter());
            assert_eq!(tried.difference(&known).count(), 0, "{domain:?}: {first} {second}");
        }
    }
}

/// How many steps of [`number`] are 1.
fn unit(domain: Domain) -> i64 {
    if domain == Domain::Decimal { 4 } else { 1 }
}

#[test]
fn both_kinds_of_sums_have_names_of_up_to_three_parts() {
    let theory = read_theory("sums(1, p+p)", Domain::Integer).unwrap();
    let known = [1_000_000, 10_000_000].map(Value::Integer);
    let point = |value: i64| {
        let atom = theory.atoms(&known, 0, 1).into_iter().find(|atom| atom.witness == Value::Integer(value));
        let term = atom.unwrap().point.unwrap();
        (term.known, term.plus)
    };
    assert_eq!(point(10_000_001), (1, Some(KnownAddend::Number(Value::Integer(1)))));
    assert_eq!(point(11_000_000), (0, Some(KnownAddend::Known(1))));
    assert_eq!(point(10_999_999), (0, Some(KnownAddend::Both(1, Value::Integer(-1)))));
    assert_eq!(point(2_000_001), (0, Some(KnownAddend::Both(0, Value::Integer(1)))));
}

#[test]
fn a_sum_of_two_and_its_neighbour_are_known_to_have_no_number_between_them() {
    let theory = read_theory("sums(1, p+p)", Domain::Integer).unwrap();
    let is_exhausted = |known: &[i64]| {
        let known: Vec<Value> = known.iter().copied().map(Value::Integer).collect();
        theory.is_exhausted(&known, 0, 1, &theory.atoms(&known, 0, 1))
    };
    assert!(!is_exhausted(&[1_000_000, 10_000_000]));
    assert!(!is_exhausted(&[1_000_000, 10_000_000, 11_000_001]), "the third is one more than the sum of the others");
    assert!(is_exhausted(&[1_000_000, 1_000_003]), "there would be room between 1000001 and a larger second value");
    assert!(is_exhausted(&[i64::MAX / 2]), "twice as much and one more is too large");
}

#[test]
fn every_theory_is_in_the_docs() {
    for page in ["guide/choose-a-theory.md", "reference/case-file.md"] {
        let file = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).unwrap();
        for example in theory_examples() {
            assert!(text.contains(&format!("`{example}`")), "{page} does not name {example}");
        }
    }
}

#[test]
fn a_theory_covers_what_it_can_say() {
    let sums = |numbers: &[i64]| Need::Sums(numbers.iter().copied().map(Value::Integer).collect());
    let needs = [Need::Equality, Need::Order, sums(&[1]), sums(&[1, 2]), Need::PairSums];
    let covered = |name: &str, domain| needs.clone().map(|need| read_theory(name, domain).unwrap().covers(&need));
    for domain in [Domain::Integer, Domain::Decimal] {
        assert_eq!(covered("equality", domain), [true, false, false, false, false]);
        assert_eq!(covered("order", domain), [true, true, false, false, false]);
        assert_eq!(covered("sums(1)", domain), [true, true, true, false, false]);
        assert_eq!(covered("sums(2, 1)", domain), [true, true, true, true, false]);
        assert_eq!(covered("sums(1, closed)", domain), [true, true, true, true, false]);
        assert_eq!(covered("sums(p+p)", domain), [true, true, false, false, true]);
    }
}
