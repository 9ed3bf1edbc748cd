//! Words of the same class: other values, and answers that must correspond.

use typestar_learn::Oracle;
use typestar_model::{InputId, Random, Symbol, Value, Word};

use crate::run::registers::data::Data;
use crate::run::registers::other_values::OtherValues;

/// A word of the same class with other values.
pub(super) fn other(oracle: &mut dyn Oracle, data: &Data, word: &[InputId], random: &mut Random) -> Option<Word> {
    let symbols: Vec<Symbol> = word.iter().map(|&input| oracle.inputs().symbol(input).clone()).collect();
    let shown = crate::run::registers::typed::invented(data, oracle.observed(), word);
    let other = OtherValues::new(data, &shown).of(&symbols, random)?;
    other.iter().map(|symbol| oracle.input(symbol)).collect()
}

/// How many inputs lead to the first answers that do not correspond; none if all do.
pub(super) fn difference(oracle: &dyn Oracle, word: &[InputId], other: &[InputId]) -> Option<usize> {
    (1..=word.len()).find(|&length| kind_said(oracle, &word[..length]) != kind_said(oracle, &other[..length]))
}

/// What words of one class have in common at their ends: the name of the output, and which of its values are invented.
fn kind_said<'o>(oracle: &'o dyn Oracle, word: &[InputId]) -> Option<(&'o str, Vec<bool>)> {
    let output = oracle.outputs().symbol(*oracle.tree().outputs_of(word)?.last()?);
    let invented = output.values().iter().map(|value| matches!(value, Value::Returned { .. }));
    Some((output.name(), invented.collect()))
}
