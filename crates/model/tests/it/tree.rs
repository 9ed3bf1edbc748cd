//! The observation tree against a plain map from words to outputs.

use std::collections::BTreeMap;

use crate::common::{machines, words};
use proptest::collection::vec;
use proptest::prelude::*;
use typestar_model::{Conflict, Id, InputId, Mealy, ObservationTree, OutputId, Seen};

/// What was observed, word by word: the slow and obvious tree.
#[derive(Default)]
struct Observations {
    last_output: BTreeMap<Vec<InputId>, OutputId>,
    finals: Vec<OutputId>,
}

impl Observations {
    fn insert(&mut self, word: &[InputId], outputs: &[OutputId]) {
        for (index, &output) in outputs.iter().enumerate() {
            self.last_output.insert(word[..=index].to_vec(), output);
            if self.finals.contains(&output) {
                return;
            }
        }
    }

    /// The outputs of a word, if all of them are known; a final output repeats.
    fn outputs_of(&self, word: &[InputId]) -> Option<Vec<OutputId>> {
        let mut outputs: Vec<OutputId> = Vec::new();
        for end in 1..=word.len() {
            let next = match outputs.last() {
                Some(last) if self.finals.contains(last) => *last,
                _ => *self.last_output.get(&word[..end])?,
            };
            outputs.push(next);
        }
        Some(outputs)
    }

    /// Whether some word of at most `length` inputs was observed after both and ended differently.
    fn are_apart(&self, left: &[InputId], right: &[InputId], inputs: usize, length: usize) -> bool {
        let last = |access: &[InputId], word: &[InputId]| {
            self.outputs_of(&[access, word].concat()).and_then(|outputs| outputs.last().copied())
        };
        words(inputs, length).iter().skip(1).any(|word| {
            let (a, b) = (last(left, word), last(right, word));
            a.is_some() && b.is_some() && a != b
        })
    }
}

/// The longest word that the tests insert.
const LONGEST: usize = 5;

/// A machine, words to ask it, and which of its outputs are final.
fn observed() -> impl Strategy<Value = (Mealy, Vec<Vec<InputId>>, Vec<OutputId>)> {
    machines(5, 2).prop_flat_map(|machine| {
        let inputs = machine.inputs().len();
        let word = vec((0..inputs).prop_map(InputId::new), 0..=LONGEST);
        let finals =
            proptest::sample::subsequence(machine.outputs().ids().collect::<Vec<_>>(), 0..=machine.outputs().len());
        (Just(machine), vec(word, 0..12), finals)
    })
}

fn filled(machine: &Mealy, asked: &[Vec<InputId>], finals: &[OutputId]) -> (ObservationTree, Observations) {
    let mut tree = ObservationTree::new();
    let mut naive = Observations { finals: finals.to_vec(), ..Observations::default() };
    finals.iter().for_each(|&output| tree.declare_final(output));
    for word in asked {
        let outputs = machine.run(word);
        tree.insert(word, &outputs).unwrap();
        naive.insert(word, &outputs);
    }
    (tree, naive)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(400)))]

    #[test]
    fn the_tree_knows_what_was_inserted_and_nothing_else((machine, asked, finals) in observed()) {
        let (tree, naive) = filled(&machine, &asked, &finals);
        prop_assert_eq!(tree.len(), naive.last_output.len() + 1);
        for word in words(machine.inputs().len(), LONGEST + 1) {
            prop_assert_eq!(tree.outputs_of(&word), naive.outputs_of(&word));
            prop_assert_eq!(tree.follow(tree.root(), &word).is_some(), naive.outputs_of(&word).is_some());
        }
    }

    #[test]
    fn every_node_knows_the_way_to_itself((machine, asked, finals) in observed()) {
        let (tree, naive) = filled(&machine, &asked, &finals);
        for (word, &output) in &naive.last_output {
            let node = tree.follow(tree.root(), word).unwrap();
            prop_assert_eq!(&tree.access_word(node), word);
            prop_assert_eq!(tree.trace(node).last().map(|step| step.1), Some(output));
            let (parent, input, _) = tree.edge_to(node).unwrap();
            prop_assert_eq!(tree.seen(parent, input), Seen::Step(output, node));
            prop_assert_eq!(tree.final_output(node), finals.contains(&output).then_some(output));
            let inputs: Vec<InputId> = tree.children(node).map(|(input, ..)| input).collect();
            prop_assert!(inputs.is_sorted());
        }
    }

    #[test]
    fn a_contradiction_is_found_at_its_first_place_and_changes_nothing(
        (machine, asked, finals) in observed(),
        which in any::<prop::sample::Index>(),
        wrong in 0..LONGEST,
        other in any::<prop::sample::Index>(),
    ) {
        let (mut tree, naive) = filled(&machine, &asked, &finals);
        prop_assume!(!asked.is_empty() && !machine.outputs().is_empty());
        let word = &asked[which.index(asked.len())];
        let mut outputs = machine.run(word);
        prop_assume!(wrong < outputs.len());
        outputs[wrong] = OutputId::new(other.index(machine.outputs().len()));
        let is_behind_a_final = machine.run(word)[..wrong].iter().any(|output| finals.contains(output));
        let known = machine.run(word)[wrong];
        let expected = (known != outputs[wrong] && !is_behind_a_final)
            .then_some(Conflict { position: wrong + 1, known, seen: outputs[wrong] });
        prop_assert_eq!(tree.conflict(word, &outputs), expected);
        let size = tree.len();
        prop_assert_eq!(tree.insert(word, &outputs).err(), expected);
        prop_assert_eq!(tree.len(), size);
        prop_assert_eq!(tree.outputs_of(word), naive.outputs_of(word));
    }

    #[test]
    fn nodes_are_apart_when_some_word_was_seen_to_tell_them_apart((machine, asked, finals) in observed()) {
        let (tree, naive) = filled(&machine, &asked, &finals);
        let accesses: Vec<Vec<InputId>> = std::iter::once(Vec::new()).chain(naive.last_output.keys().cloned()).collect();
        for left in &accesses {
            for right in accesses.iter().take(8) {
                let (p, q) = (tree.follow(tree.root(), left).unwrap(), tree.follow(tree.root(), right).unwrap());
                let word = tree.apart(p, q);
                prop_assert_eq!(word.is_some(), naive.are_apart(left, right, machine.inputs().len(), LONGEST + 1));
                if let Some(word) = word {
                    let last = |node| tree.outputs_from(node, &word).and_then(|outputs| outputs.last().copied());
                    prop_assert!(last(p).is_some() && last(q).is_some());
                    prop_assert_ne!(last(p), last(q));
                }
            }
        }
    }
}

/// How many inputs the tests of nodes with many children have.
const MANY_INPUTS: usize = 30;

/// Words of one and two inputs, so many that nodes have many children, in any order; and the place where those begin
/// that need more inputs than the ones before.
fn short_words() -> impl Strategy<Value = (Vec<Vec<InputId>>, usize)> {
    let first = prop_oneof![0..3usize, 0..MANY_INPUTS];
    let two = vec((first, 0..MANY_INPUTS).prop_map(|(a, b)| vec![a, b]), 0..300);
    let one = proptest::sample::subsequence((0..MANY_INPUTS).map(|a| vec![a]).collect::<Vec<_>>(), 0..=MANY_INPUTS);
    let shuffled = (one, two).prop_map(|(one, two)| [one, two].concat()).prop_shuffle();
    (shuffled, 1..=MANY_INPUTS).prop_map(|(mut words, early)| {
        let is_late = |word: &Vec<usize>| word.iter().any(|&input| input >= early);
        words.sort_by_key(is_late);
        let place = words.partition_point(|word| !is_late(word));
        (words.into_iter().map(|word| word.into_iter().map(InputId::new).collect()).collect(), place)
    })
}

/// The last output of a word, one of three.
fn last_output(word: &[InputId]) -> OutputId {
    OutputId::new(word.iter().map(|input| input.index() + 1).sum::<usize>() % 3)
}

fn insert_all(tree: &mut ObservationTree, naive: &mut Observations, words: &[Vec<InputId>]) {
    for word in words {
        let outputs: Vec<OutputId> = (1..=word.len()).map(|length| last_output(&word[..length])).collect();
        tree.insert(word, &outputs).unwrap();
        naive.insert(word, &outputs);
    }
}

/// Compares every step of the tree, known or not, with the words that were inserted.
fn assert_same_steps(tree: &ObservationTree, naive: &Observations) {
    assert_eq!(tree.len(), naive.last_output.len() + 1);
    for word in std::iter::once(&Vec::new()).chain(naive.last_output.keys()) {
        let node = tree.follow(tree.root(), word).unwrap();
        let mut children = tree.children(node);
        for input in (0..=MANY_INPUTS).map(InputId::new) {
            let longer = [&word[..], &[input]].concat();
            let Some(&output) = naive.last_output.get(&longer) else {
                assert_eq!((tree.child(node, input), tree.seen(node, input)), (None, Seen::Unknown));
                continue;
            };
            let child = tree.child(node, input).unwrap();
            assert_eq!(tree.seen(node, input), Seen::Step(output, child));
            assert_eq!(children.next(), Some((input, output, child)));
            assert_eq!(tree.access_word(child), longer);
        }
        assert_eq!(children.next(), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(200)))]

    #[test]
    fn nodes_with_many_children_find_them_whenever_their_inputs_appeared((words, late) in short_words()) {
        let (mut tree, mut naive) = (ObservationTree::new(), Observations::default());
        insert_all(&mut tree, &mut naive, &words[..late]);
        assert_same_steps(&tree, &naive);
        insert_all(&mut tree, &mut naive, &words[late..]);
        assert_same_steps(&tree, &naive);
    }

    #[test]
    fn a_clone_and_its_original_grow_apart((words, late) in short_words()) {
        let (mut tree, mut naive) = (ObservationTree::new(), Observations::default());
        insert_all(&mut tree, &mut naive, &words[..late]);
        let mut clone = tree.clone();
        insert_all(&mut tree, &mut Observations::default(), &words[late..]);
        assert_same_steps(&clone, &naive);
        insert_all(&mut clone, &mut naive, &words[late..]);
        assert_same_steps(&clone, &naive);
        assert_same_steps(&tree, &naive);
    }
}

#[test]
fn two_different_final_outputs_are_apart() {
    let (a, b) = (InputId::new(0), InputId::new(1));
    let (error, outside) = (OutputId::new(0), OutputId::new(1));
    let mut tree = ObservationTree::new();
    tree.declare_final(error);
    tree.declare_final(outside);
    let p = tree.insert(&[a], &[error]).unwrap();
    let q = tree.insert(&[b], &[outside]).unwrap();
    assert!(tree.apart(p, q).is_some());
    assert!(tree.apart(p, p).is_none());
}
