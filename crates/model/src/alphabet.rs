//! Alphabets: symbols interned to small numbers, in an order that never changes.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::symbol::{Id, InputId, NameId, OutputId, Symbol};

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

#[derive(Clone, Default)]
struct Table {
    /// The texts of all symbols.
    texts: Vec<String>,
    symbols: Vec<Symbol>,
    /// The bare name of each symbol.
    names_of: Vec<NameId>,
    names: Vec<Arc<str>>,
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

type SymbolIndex = u32;

/// The input alphabet of a machine or system.
pub type Inputs = Alphabet<InputId>;
/// The output alphabet of a machine or system.
pub type Outputs = Alphabet<OutputId>;

impl Table {
    fn ids(&self, text: &str) -> Ids {
        self.ids.get(text).copied().unwrap_or_default()
    }

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
    pub fn get(&self, text: &str) -> Option<I> {
        self.table.ids(text).symbol.map(|index| I::new(index as usize))
    }

    /// The text of a symbol: its name, with its values if it has some.
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

    /// The alphabet of the first symbols alone, so many of them.
    pub fn first(&self, count: usize) -> Self {
        match count >= self.len() {
            true => self.clone(),
            false => self.texts()[..count].iter().collect(),
        }
    }

    /// A word written with names and spaces, the way users type it.
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
