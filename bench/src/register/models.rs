//! The register automata that are measured: those of files, of families and of the zoo.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use typestar_learn::register::Theories;
use typestar_learn::register::theory::{Equality, Theory, read_theory};
use typestar_model::Id as _;
use typestar_model::register::families::{fifo, fifo_set, lifo};
use typestar_model::register::{
    DataType, LocationId, REJECT, RegisterAutomaton, Signature, Transition, read_register_json, read_register_xml,
};

use super::known::Known;

/// Queues, stacks and sets have up to this many elements.
const LARGEST: usize = 12;

/// A register automaton with what is known of it.
pub struct Model {
    /// The name of the file without its ending, or that of the family with the size.
    pub name: String,
    /// The automaton.
    pub automaton: RegisterAutomaton,
    /// How the values of its types compare.
    pub theories: Theories,
    /// The outputs after which nothing comes: `reject` of acceptors that are closed under prefixes.
    pub finals: Vec<String>,
    /// What is known of it.
    pub known: Known,
}

impl Model {
    fn new(name: String, automaton: RegisterAutomaton, known: &[Known]) -> Result<Self> {
        let known = known.iter().find(|known| known.model == name).cloned().unwrap_or_default();
        let theories = theories(&automaton.signature, &known).with_context(|| format!("theories of {name}"))?;
        let finals = if is_closed_under_prefixes(&automaton) { vec![REJECT.to_owned()] } else { Vec::new() };
        Ok(Self { name, automaton, theories, finals, known })
    }

    fn read(file: &Path, known: &[Known]) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let read = if is_of(file, "xml") { read_register_xml(&text, &name) } else { read_register_json(&text) };
        let automaton = read.with_context(|| format!("cannot read {}", file.display()))?;
        Self::new(name, automaton, known)
    }
}

/// Whether an acceptor never accepts what follows a word that it rejects.
fn is_closed_under_prefixes(automaton: &RegisterAutomaton) -> bool {
    let is_accepting = |location: LocationId| automaton.locations[location.index()].accepting;
    let leaves_a_sink = |way: &Transition| !is_accepting(way.from) && is_accepting(way.to);
    automaton.signature.is_acceptor && !automaton.transitions.iter().any(leaves_a_sink)
}

fn is_of(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|known| known == ending)
}

/// Equality, unless something else is known of a type.
fn theories(signature: &Signature, known: &Known) -> Result<Theories> {
    let theory = |data_type: &DataType| -> Result<Box<dyn Theory>> {
        match known.theories.iter().find(|(name, _)| *name == data_type.name) {
            Some((_, text)) => Ok(read_theory(text, data_type.domain)?),
            None => Ok(Box::new(Equality::new(data_type.domain))),
        }
    };
    Ok(Theories::new(signature, signature.types.iter().map(theory).collect::<Result<_>>()?))
}

/// The models of a folder, by their names.
pub fn of_folder(folder: &Path, known: &[Known]) -> Result<Vec<Model>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| is_of(file, "xml") || is_of(file, "json"));
    files.sort();
    if files.is_empty() {
        bail!("there are no register automata in {}: give a folder of XML or JSON files", folder.display());
    }
    files.iter().map(|file| Model::read(file, known)).collect()
}

/// The seven systems of the SL* table, and the running example of the paper.
pub fn of_zoo(known: &[Known]) -> Result<Vec<Model>> {
    let mut models = of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../zoo/register"), known)?;
    models.sort_by_key(|model| known.iter().position(|known| known.model == model.name));
    Ok(models)
}

/// Queues, stacks and sets of all sizes.
pub fn of_families(known: &[Known]) -> Result<Vec<Model>> {
    let of_queue: Family = (fifo, |n| 2 * n + 2);
    let of_set: Family = (fifo_set, |n| (n * n + 3 * n + 4) / 2);
    let families = [of_queue, (lifo, of_queue.1), of_set];
    let all = families.iter().flat_map(|family| (1..=LARGEST).map(move |size| (family, size)));
    all.map(|((family, transitions), size)| {
        let automaton = family(size);
        let mut model = Model::new(automaton.name.clone(), automaton, known)?;
        let sizes = [size + 1, transitions(size), size].map(Some);
        [model.known.locations, model.known.transitions, model.known.registers] = sizes;
        Ok(model)
    })
    .collect()
}

/// A family, and how many transitions its smallest automaton has.
type Family = (fn(usize) -> RegisterAutomaton, fn(usize) -> usize);
