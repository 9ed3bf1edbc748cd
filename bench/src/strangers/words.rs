//! The words that are run on truth and model: chosen before anything is learned, and the same each time.

use typestar_model::register::{Action, Domain, Signature, TypeId};
use typestar_model::{Decimal, Id as _, Random, Symbol, Value, WAIT};

/// A sequence of inputs with their values.
pub type Word = Vec<Symbol>;

/// Random words have at most this many inputs.
const LONGEST: usize = 30;
/// All words of the greatest depth are run of which there are at most so many.
const MOST_OF_A_DEPTH: usize = 3_000;
/// Inputs and pairs are repeated so many times: more than the greatest limit of a finite component, which is 48.
const ROUNDS: usize = 50;
/// With more inputs than this, not every number of repetitions is tried.
const MANY_INPUTS: usize = 8;
/// The numbers of repetitions that are tried then.
const SOME_COUNTS: [usize; 10] = [1, 2, 3, 5, 6, 9, 11, 17, 33, ROUNDS];
/// Words that begin at random go so far before something is repeated.
const START: usize = 6;
/// So many words consist of a few blocks,
const BLOCK_WORDS: usize = 2_000;
/// at most so many,
const MOST_BLOCKS: usize = 5;
/// and in a block an input is repeated at most so many times.
const LONGEST_BLOCK: usize = 20;
/// A value is one that the word has not used before once in so many times.
const FRESH: usize = 8;
/// Values of a type that are used again and again.
const POOL: usize = 4;
/// So many words have odd values.
const ODD_WORDS: usize = 1_000;
/// Whole numbers that often mean something to a component. JavaScript has no greater ones.
const ODD_INTEGERS: [i64; 8] = [0, 1, -1, 256, 32_768, i32::MAX as i64, i32::MIN as i64, (1 << 53) - 1];
/// The same for decimals,
const ODD_DECIMALS: [f64; 6] = [0.0, -1.0, 1e-12, 2_147_483_648.0, 1e12, 1e300];
/// and for texts, of which some are nearly the first one of the pool.
const ODD_TEXTS: [&str; 6] = ["", " ", "0", "V1", "v1 ", "\u{e9}1"];

/// What words are made of: inputs, and the types of their values.
pub struct Vocabulary {
    inputs: Vec<(String, Vec<TypeId>)>,
    signature: Signature,
    has_purpose: bool,
}

impl Vocabulary {
    /// The inputs of a system with data.
    pub fn of_data(signature: Signature, has_purpose: bool) -> Self {
        let types = |action: &Action| action.parameters.iter().map(|parameter| parameter.data_type).collect();
        let inputs = signature.inputs.iter().map(|action| (action.name.clone(), types(action))).collect();
        Self { inputs, signature, has_purpose }
    }

    /// Inputs without values.
    pub fn of_names(names: &[String], has_purpose: bool) -> Self {
        let inputs = names.iter().map(|name| (name.clone(), Vec::new())).collect();
        Self { inputs, signature: Signature::default(), has_purpose }
    }

    /// Whether some input has values.
    pub fn has_data(&self) -> bool {
        self.inputs.iter().any(|(_, types)| !types.is_empty())
    }

    /// Values that mean something by themselves: no component invents them.
    pub fn constants(&self) -> Vec<Value> {
        self.signature.constants.iter().map(|constant| constant.value.clone()).collect()
    }

    /// All words that are run whatever the truth answers: short ones, long ones, and this many random ones.
    pub fn words(&self, count: usize, random: &mut Random) -> Vec<Word> {
        let mut words = self.deep_words();
        words.extend(self.long_words(random));
        words.extend(self.random_words(count, random));
        words.extend((0..BLOCK_WORDS).map(|_| self.block_word(random)));
        if self.has_data() {
            words.extend((0..ODD_WORDS).map(|_| self.odd_word(random)));
        }
        if self.has_purpose {
            let calm: Vec<Word> = words.iter().map(|word| self.calm(word)).collect();
            words.extend(calm);
        }
        words
    }

    /// Half of them choose evenly, the others have favourite inputs, so that they go far in one direction.
    pub fn random_words(&self, count: usize, random: &mut Random) -> Vec<Word> {
        (0..count).map(|number| self.random_word(number % 2 == 1, random)).collect()
    }

    fn random_word(&self, is_even: bool, random: &mut Random) -> Word {
        let favour = |random: &mut Random| if is_even { 1 } else { *random.pick(&[0, 1, 4]) };
        let weights: Vec<usize> = self.inputs.iter().map(|_| favour(random)).collect();
        let length = random.between(1, LONGEST);
        let mut fresh = POOL;
        let mut choose = |random: &mut Random| {
            let index = random.weighted(&weights).unwrap_or_else(|| random.below(self.inputs.len()));
            self.symbol(index, &mut |of| {
                if random.once_in(FRESH) {
                    fresh += 1;
                    return self.value(of, fresh);
                }
                random.pick(&self.pool(of, POOL)).clone()
            })
        };
        (0..length).map(|_| choose(random)).collect()
    }

    /// Inputs with values of which most are odd: equality must not care.
    fn odd_word(&self, random: &mut Random) -> Word {
        let length = random.between(1, LONGEST);
        let choose = |random: &mut Random| {
            let index = random.below(self.inputs.len());
            self.symbol(index, &mut |of| random.pick(&self.odd_pool(of)).clone())
        };
        (0..length).map(|_| choose(random)).collect()
    }

    /// Two values of a type, and odd ones.
    fn odd_pool(&self, of: TypeId) -> Vec<Value> {
        let mut pool = self.pool(of, 2);
        match self.signature.types[of.index()].domain {
            Domain::Integer => pool.extend(ODD_INTEGERS.map(Value::Integer)),
            Domain::Decimal => pool.extend(ODD_DECIMALS.into_iter().filter_map(Decimal::new).map(Value::Decimal)),
            Domain::Text => pool.extend(ODD_TEXTS.map(|text| Value::Text(text.to_owned()))),
        }
        pool
    }

    /// A few blocks, each the same input many times: they fill a store, empty it in part, fill it again.
    fn block_word(&self, random: &mut Random) -> Word {
        let blocks = random.between(2, MOST_BLOCKS);
        let mut block = |_| {
            let (index, length) = (random.below(self.inputs.len()), random.between(1, LONGEST_BLOCK));
            self.repeated(index, length, random.once_in(2))
        };
        (0..blocks).flat_map(&mut block).collect()
    }

    /// All words of the greatest length of which there are not too many.
    fn deep_words(&self) -> Vec<Word> {
        let letters: Vec<Symbol> = (0..self.inputs.len()).flat_map(|index| self.letters(index)).collect();
        let mut words = vec![Word::new()];
        while words[0].is_empty() || (words.len() * letters.len() <= MOST_OF_A_DEPTH && words[0].len() < LONGEST) {
            let longer = words.iter().flat_map(|word| letters.iter().map(move |letter| with(word, letter)));
            words = longer.collect();
        }
        words
    }

    /// An input with all values of small pools.
    fn letters(&self, index: usize) -> Vec<Symbol> {
        let mut all = vec![Vec::new()];
        for of in &self.inputs[index].1 {
            let pool = self.pool(*of, 2);
            all = all.iter().flat_map(|values| pool.iter().map(move |value| with(values, value))).collect();
        }
        all.into_iter().map(|values| symbol(&self.inputs[index].0, values)).collect()
    }

    /// Each input some times followed by each input, each pair many times, and both after random starts.
    fn long_words(&self, random: &mut Random) -> Vec<Word> {
        let mut words = Vec::new();
        for one in 0..self.inputs.len() {
            for other in 0..self.inputs.len() {
                self.add_repeated(one, other, false, &mut words);
                if self.has_data() {
                    self.add_repeated(one, other, true, &mut words);
                }
                self.add_after_starts(one, other, random, &mut words);
            }
        }
        words
    }

    fn add_repeated(&self, one: usize, other: usize, is_fresh: bool, words: &mut Vec<Word>) {
        let counts = match self.inputs.len() > MANY_INPUTS {
            true => SOME_COUNTS.to_vec(),
            false => (1..=ROUNDS).collect(),
        };
        for count in counts {
            let rest = if count == ROUNDS { ROUNDS } else { 2 };
            words.push([self.repeated(one, count, is_fresh), self.repeated(other, rest, is_fresh)].concat());
        }
        let (ones, others) = (self.repeated(one, ROUNDS, is_fresh), self.repeated(other, ROUNDS, is_fresh));
        words.push(ones.into_iter().zip(others).flat_map(|(one, other)| [one, other]).collect());
    }

    fn add_after_starts(&self, one: usize, other: usize, random: &mut Random, words: &mut Vec<Word>) {
        for start in self.random_words(4, random) {
            let (begin, last) = (&start[..start.len().min(START)], &start[start.len() - 1..]);
            let pair = || [self.repeated(one, 1, false), self.repeated(other, 1, false)].concat();
            words.push([begin, &self.repeated(one, ROUNDS, false), &self.repeated(other, 2, false)].concat());
            let pairs: Word = (0..ROUNDS).flat_map(|_| pair()).collect();
            words.push([begin, &pairs, last].concat());
        }
    }

    /// An input many times: with the same values, or with new ones each time.
    fn repeated(&self, index: usize, count: usize, is_fresh: bool) -> Word {
        let number = |round: usize| if is_fresh { round + 1 } else { 1 };
        (0..count).map(|round| self.symbol(index, &mut |of| self.value(of, number(round)))).collect()
    }

    /// The word with a `wait` after each callin, and many at its end: a purpose may allow calls at quiet moments only.
    fn calm(&self, word: &Word) -> Word {
        if !self.inputs.iter().any(|(name, _)| name == WAIT) {
            return word.clone();
        }
        let wait = || Symbol::read(WAIT);
        let waiting = |input: &Symbol| [Some(input.clone()), (input.name() != WAIT).then(wait)];
        let mut calm: Word = word.iter().flat_map(waiting).flatten().collect();
        calm.extend((0..ROUNDS + 2).map(|_| wait()));
        calm
    }

    fn symbol(&self, index: usize, choose: &mut dyn FnMut(TypeId) -> Value) -> Symbol {
        let (name, types) = &self.inputs[index];
        symbol(name, types.iter().map(|of| choose(*of)).collect())
    }

    /// A few values of a type, with its constants.
    fn pool(&self, of: TypeId, size: usize) -> Vec<Value> {
        let constants = self.signature.constants.iter().filter(|constant| constant.data_type == of);
        (1..=size)
            .map(|number| self.value(of, number))
            .chain(constants.map(|constant| constant.value.clone()))
            .collect()
    }

    /// One of the values of a type, by its number. They are unlike what components invent.
    fn value(&self, of: TypeId, number: usize) -> Value {
        let whole = 1_000_000 + number as i64;
        match self.signature.types[of.index()].domain {
            Domain::Integer => Value::Integer(whole),
            Domain::Decimal => Decimal::new(whole as f64 + 0.5).map_or(Value::Null, Value::Decimal),
            Domain::Text => Value::Text(format!("v{number}")),
        }
    }
}

/// The list with one more at its end.
fn with<T: Clone>(list: &[T], more: &T) -> Vec<T> {
    [list, std::slice::from_ref(more)].concat()
}

fn symbol(name: &str, values: Vec<Value>) -> Symbol {
    if values.is_empty() {
        return Symbol::read(name);
    }
    Symbol::new(name, values).unwrap_or_else(|_| Symbol::read(name))
}

#[cfg(test)]
mod tests {
    use typestar_model::register::{DataType, Parameter};

    use super::*;

    fn names(names: &[&str]) -> Vocabulary {
        Vocabulary::of_names(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), false)
    }

    fn with_data() -> Vocabulary {
        let item = Parameter { name: "p".to_owned(), data_type: TypeId::new(0) };
        let inputs = vec![
            Action { name: "put".to_owned(), parameters: vec![item] },
            Action { name: "get".to_owned(), parameters: Vec::new() },
        ];
        let types = vec![DataType { name: "item".to_owned(), domain: Domain::Integer }];
        Vocabulary::of_data(Signature { types, inputs, ..Signature::default() }, false)
    }

    fn show(word: &Word) -> String {
        word.iter().map(Symbol::text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_the_same_each_time() {
        let words = |seed| names(&["a", "b"]).words(100, &mut Random::new(seed));
        assert_eq!(words(1), words(1));
        assert_ne!(words(1), words(2));
    }

    #[test]
    fn all_words_of_the_greatest_depth_that_fits_are_there() {
        let words = names(&["a", "b", "c"]).deep_words();
        assert_eq!((words.len(), words[0].len()), (2_187, 7));
        assert_eq!(names(&["a"]).deep_words()[0].len(), LONGEST);
        assert_eq!(show(&with_data().deep_words()[1]), "put(1000001) ".repeat(6) + "put(1000002)");
    }

    #[test]
    fn each_input_and_each_pair_is_repeated() {
        let words = names(&["a", "b"]).long_words(&mut Random::new(1));
        let has = |text: String| words.iter().any(|word| show(word) == text.trim_end());
        assert!(has("a ".repeat(33) + "b b"));
        assert!(has("a b ".repeat(ROUNDS)));
        assert!(has("a ".repeat(ROUNDS) + &"b ".repeat(ROUNDS)));
    }

    #[test]
    fn values_are_used_again_or_new() {
        let put = with_data().repeated(0, 3, true);
        assert_eq!(show(&put), "put(1000001) put(1000002) put(1000003)");
        assert_eq!(show(&with_data().repeated(0, 2, false)), "put(1000001) put(1000001)");
    }

    #[test]
    fn odd_values_come_with_usual_ones() {
        let words = with_data().words(0, &mut Random::new(1));
        let has = |text: &str| words.iter().flatten().any(|symbol| symbol.text() == text);
        assert!(has("put(0)") && has("put(-1)") && has("put(9007199254740991)"));
        assert!(words.iter().any(|word| show(word).contains("put(0)") && show(word).contains("put(1000001)")));
        assert_eq!(with_data().odd_pool(TypeId::new(0)).len(), 2 + ODD_INTEGERS.len());
    }

    #[test]
    fn random_words_reach_every_length() {
        let words = names(&["a", "b"]).random_words(2_000, &mut Random::new(1));
        assert!((1..=LONGEST).all(|length| words.iter().any(|word| word.len() == length)));
    }

    #[test]
    fn a_purpose_gets_words_with_quiet_moments() {
        let vocabulary = names(&["log", "wait"]);
        let word = [Symbol::read("log"), Symbol::read("log"), Symbol::read("wait")].to_vec();
        assert!(show(&vocabulary.calm(&word)).starts_with("log wait log wait wait wait"));
    }
}
