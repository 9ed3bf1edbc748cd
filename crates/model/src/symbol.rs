//! Symbols: the names of inputs and outputs, interned to small numbers.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

/// A small number that stands for something: a symbol, a state, a node.
///
/// Each kind of id is a type of its own, so that an input can never be passed where an output is meant.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// How many different ids of this kind there can be.
    const CAPACITY: usize;
    /// The id with this index.
    fn new(index: usize) -> Self;
    /// The index of this id, to look into a `Vec`.
    fn index(self) -> usize;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($repr);

        impl Id for $name {
            const CAPACITY: usize = <$repr>::MAX as usize;
            #[inline]
            fn new(index: usize) -> Self {
                Self(<$repr>::try_from(index).expect("too many different ids"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

id!(
    /// An input symbol: a callin, or `wait`.
    InputId,
    u16
);
id!(
    /// An output symbol: `ok`, `quiet`, `error`, or the name of a callback.
    OutputId,
    u16
);
id!(
    /// A state of a machine.
    StateId,
    u32
);
id!(
    /// A node of the observation tree.
    NodeId,
    u32
);

/// The symbols of one kind in a fixed order, with their names.
///
/// The order is the order of declaration; everything that iterates over symbols does so in this order,
/// which is what makes two runs comparable.
///
/// ```
/// use typestar_model::Inputs;
/// let mut inputs = Inputs::default();
/// let start = inputs.intern("start");
/// assert_eq!(inputs.intern("start"), start);
/// assert_eq!(inputs.name(start), "start");
/// assert_eq!(inputs.get("stop"), None);
/// ```
#[derive(Clone)]
pub struct Alphabet<I> {
    names: Vec<String>,
    ids: HashMap<String, usize>,
    kind: PhantomData<I>,
}

/// The input alphabet of a machine or system.
pub type Inputs = Alphabet<InputId>;
/// The output alphabet of a machine or system.
pub type Outputs = Alphabet<OutputId>;

impl<I: Id> Alphabet<I> {
    /// The id of `name`, which is added if it is new.
    pub fn intern(&mut self, name: &str) -> I {
        if let Some(&index) = self.ids.get(name) {
            return I::new(index);
        }
        let index = self.names.len();
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), index);
        I::new(index)
    }

    /// The id of `name`, if it is in the alphabet.
    pub fn get(&self, name: &str) -> Option<I> {
        self.ids.get(name).map(|&index| I::new(index))
    }

    /// The name of a symbol.
    pub fn name(&self, id: I) -> &str {
        &self.names[id.index()]
    }

    /// All names, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I> {
        (0..self.names.len()).map(I::new)
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A word written with names and spaces, the way users type it.
    pub fn show(&self, word: &[I]) -> String {
        let names: Vec<&str> = word.iter().map(|&id| self.name(id)).collect();
        names.join(" ")
    }
}

impl<I> Default for Alphabet<I> {
    fn default() -> Self {
        Self { names: Vec::new(), ids: HashMap::new(), kind: PhantomData }
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
        self.names == other.names
    }
}

impl<I> Eq for Alphabet<I> {}

impl<I> fmt::Debug for Alphabet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.names.fmt(f)
    }
}

/// What an output says, beyond its name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A callin was accepted.
    Ok,
    /// A wait ended without a callback.
    Quiet,
    /// A callback, or for plain protocols whatever the system answered.
    Callback,
    /// The call was illegal; everything after it is an error too.
    Error,
    /// The system did not come back from the step; everything after it is an error.
    Hang,
    /// The system ended in the step; everything after it is an error.
    Crash,
    /// The word leaves the learning purpose: not asked, not known, not an error.
    Outside,
}

/// The input that waits for the next callback.
pub const WAIT: &str = "wait";
/// The output of an accepted callin.
pub const OK: &str = "ok";
/// The output of a wait that saw no callback.
pub const QUIET: &str = "quiet";
/// The output of an illegal call.
pub const ERROR: &str = "error";
/// The output of a step that does not come back.
pub const HANG: &str = "hang";
/// The output of a step that ends the system.
pub const CRASH: &str = "crash";
/// The output of a word outside the learning purpose.
pub const OUTSIDE: &str = "outside";

impl OutputKind {
    /// The names that have a kind of their own, as people read them.
    pub const RESERVED: &str = "ok, quiet, error, hang, crash, outside";

    /// The kind of the output with this name. The reserved names have their own kinds.
    ///
    /// ```
    /// use typestar_model::OutputKind;
    /// assert_eq!(OutputKind::of("quiet"), OutputKind::Quiet);
    /// assert_eq!(OutputKind::of("onPrepared"), OutputKind::Callback);
    /// ```
    pub fn of(name: &str) -> Self {
        match name {
            OK => Self::Ok,
            QUIET => Self::Quiet,
            ERROR => Self::Error,
            HANG => Self::Hang,
            CRASH => Self::Crash,
            OUTSIDE => Self::Outside,
            _ => Self::Callback,
        }
    }

    /// Whether the step went wrong: an illegal call, a hang or a crash. Nothing but errors follows it, unless a machine
    /// says otherwise of its errors.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Error | Self::Hang | Self::Crash)
    }
}

/// What is answered for ever after a final output: itself, but after a hang or a crash it is `error`, so that there is
/// one sink for all that went wrong.
pub fn repeated_after(output: &str) -> &str {
    match OutputKind::of(output) {
        OutputKind::Hang | OutputKind::Crash => ERROR,
        _ => output,
    }
}
