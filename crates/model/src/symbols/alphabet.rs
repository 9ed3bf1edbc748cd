//! Alphabets: symbols interned to small numbers, in an order that never changes.
//!
//! An alphabet only grows, and only at its end. So a number that was given once stays valid: it can be kept
//! in words, trees and machines while the system shows new outputs.
//!
//! A symbol has two numbers. Its id stands for the whole text, as `offer(3)`. Its name id stands for the bare
//! name, which `offer(3)` and `offer(4)` share. Plans use the second one to choose by the kind of an output
//! whatever values it carries.
//!
//! Copies are cheap: they share one table until one of them grows. Two alphabets are equal if they have the
//! same texts in the same order.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::symbols::symbol::{Id, InputId, NameId, OutputId, Symbol};

/// The symbols of one kind in a fixed order, with their names. New ones may come at any time, at the end.
///
/// The order is the order of declaration; everything that iterates over symbols does so in this order,
/// which is what makes two runs comparable.
///
/// ```
/// use typestar_model::Inputs;
/// let mut inputs = Inputs::default();
/// let start = inputs.intern("start");
/// assert_eq!(inputs.intern("start"), start);
/// assert_eq!(inputs.text(start), "start");
/// assert_eq!(inputs.get("stop"), None);
/// let three = inputs.intern("offer(3)");
/// let four = inputs.intern("offer(4)");
/// assert_eq!(inputs.name_of(three), inputs.name_of(four));
/// ```
#[derive(Clone)]
pub struct Alphabet<I> {
    /// Shared by all copies until one of them grows: every hypothesis has a copy.
    table: Arc<Table>,
    kind: PhantomData<I>,
}

/// What all copies of an alphabet share.
#[derive(Clone, Default)]
struct Table {
    /// The texts of all symbols.
    texts: Vec<String>,
    symbols: Vec<Symbol>,
    /// The bare name of each symbol.
    names_of: Vec<NameId>,
    /// Bare names by their numbers. A name may be here although no symbol has it.
    names: Vec<Arc<str>>,
    /// One map for symbols and bare names: a symbol without values is both, with one key. Its order is never
    /// looked at.
    ids: HashMap<Arc<str>, Ids>,
}

/// What a text stands for.
#[derive(Clone, Copy, Default)]
struct Ids {
    /// The symbol with this text.
    symbol: Option<SymbolIndex>,
    /// The bare name that is this text.
    name: Option<NameId>,
}

/// Not an id, because the table does not know whether it has inputs or outputs.
type SymbolIndex = u32;

/// The input alphabet of a machine or system.
///
/// Inputs are declared before a run. A register learner adds inputs with new values while it runs.
pub type Inputs = Alphabet<InputId>;
/// The output alphabet of a machine or system.
///
/// Outputs are often not known before they are seen, so this alphabet grows while a system is asked.
pub type Outputs = Alphabet<OutputId>;

impl Table {
    fn ids(&self, text: &str) -> Ids {
        self.ids.get(text).copied().unwrap_or_default()
    }

    /// Adds a symbol that is new; the caller has looked.
    fn add(&mut self, symbol: Symbol) -> usize {
        let index = self.symbols.len();
        let name = match symbol.values().is_empty() {
            true => self.add_name(symbol.shared_text()),
            false => self.add_name(&Arc::from(symbol.name())),
        };
        self.ids.entry(Arc::clone(symbol.shared_text())).or_default().symbol = Some(index as SymbolIndex);
        self.texts.push(symbol.text().to_owned());
        self.names_of.push(name);
        self.symbols.push(symbol);
        index
    }

    fn add_name(&mut self, name: &Arc<str>) -> NameId {
        let next = NameId::new(self.names.len());
        let ids = self.ids.entry(Arc::clone(name)).or_default();
        if ids.name.is_none() {
            self.names.push(Arc::clone(name));
        }
        *ids.name.get_or_insert(next)
    }
}

impl<I: Id> Alphabet<I> {
    /// The id of the symbol with this text, which is added if it is new.
    ///
    /// Values are recognised only in their own spelling, see [`Symbol::read`].
    pub fn intern(&mut self, text: &str) -> I {
        self.get(text).unwrap_or_else(|| self.add(Symbol::read(text)))
    }

    /// The id of a symbol, which is added if it is new.
    pub fn intern_symbol(&mut self, symbol: Symbol) -> I {
        self.get(symbol.text()).unwrap_or_else(|| self.add(symbol))
    }

    fn add(&mut self, symbol: Symbol) -> I {
        // The id comes first: where there can be no more, nothing is added.
        let id = I::new(self.len());
        Arc::make_mut(&mut self.table).add(symbol);
        id
    }

    /// The id of the symbol with this text, if it is in the alphabet.
    ///
    /// This asks for the whole text: `offer` is not found where only `offer(3)` is a symbol. For bare names
    /// there is [`Self::get_name`].
    pub fn get(&self, text: &str) -> Option<I> {
        self.table.ids(text).symbol.map(|index| I::new(index as usize))
    }

    /// The text of a symbol: its name, with its values if it has some.
    ///
    /// # Panics
    /// If the id comes from a longer alphabet. The same holds for all methods that take an id.
    #[inline]
    pub fn text(&self, id: I) -> &str {
        &self.table.texts[id.index()]
    }

    /// A symbol.
    pub fn symbol(&self, id: I) -> &Symbol {
        &self.table.symbols[id.index()]
    }

    /// The bare name of a symbol, whatever its values.
    #[inline]
    pub fn name_of(&self, id: I) -> NameId {
        self.table.names_of[id.index()]
    }

    /// The number of a bare name, if it has one.
    pub fn get_name(&self, name: &str) -> Option<NameId> {
        self.table.ids(name).name
    }

    /// The number of a bare name, whether or not there is a symbol that is called so.
    ///
    /// A plan may choose by a name before the first output with that name is seen.
    pub fn intern_name(&mut self, name: &str) -> NameId {
        self.get_name(name).unwrap_or_else(|| Arc::make_mut(&mut self.table).add_name(&Arc::from(name)))
    }

    /// The text of a bare name.
    pub fn bare_name(&self, name: NameId) -> &str {
        &self.table.names[name.index()]
    }

    /// The texts of all symbols, in order.
    pub fn texts(&self) -> &[String] {
        &self.table.texts
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I> {
        (0..self.len()).map(I::new)
    }

    /// How many symbols there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.table.texts.len()
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.table.texts.is_empty()
    }

    /// The alphabet of the first symbols alone, this many of them.
    ///
    /// Machines use it to forget inputs that came later than they did. Bare names that no symbol has are lost.
    pub fn first(&self, count: usize) -> Self {
        match count >= self.len() {
            true => self.clone(),
            false => self.texts()[..count].iter().collect(),
        }
    }

    /// A word written with names and spaces, the way users type it.
    ///
    /// ```
    /// use typestar_model::Inputs;
    /// let inputs: Inputs = ["offer(3)", "poll"].iter().collect();
    /// let word: Vec<_> = inputs.ids().rev().collect();
    /// assert_eq!(inputs.show(&word), "poll offer(3)");
    /// ```
    pub fn show(&self, word: &[I]) -> String {
        let names: Vec<&str> = word.iter().map(|&id| self.text(id)).collect();
        names.join(" ")
    }
}

impl<I> Default for Alphabet<I> {
    fn default() -> Self {
        Self { table: Arc::default(), kind: PhantomData }
    }
}

impl<I: Id, S: AsRef<str>> FromIterator<S> for Alphabet<I> {
    fn from_iter<T: IntoIterator<Item = S>>(names: T) -> Self {
        let mut alphabet = Self::default();
        for name in names {
            alphabet.intern(name.as_ref());
        }
        alphabet
    }
}

/// Bare names without symbols do not count: they change nothing that can be seen.
impl<I> PartialEq for Alphabet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.table.texts == other.table.texts
    }
}

impl<I> Eq for Alphabet<I> {}

impl<I> fmt::Debug for Alphabet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.texts.fmt(f)
    }
}
