//! `[system.java]`: a class on a virtual machine, or an adapter that is written in Java.

use std::path::PathBuf;

use super::read::Reader;
use super::table::{Name, Table};

/// What runs on the virtual machine, and where its classes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaSpec {
    /// What is asked.
    pub program: JavaProgram,
    /// Source files, which are compiled before the start.
    pub sources: Vec<PathBuf>,
    /// Where else classes are: folders and jars.
    pub classpath: Vec<PathBuf>,
}

/// What is asked on a virtual machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JavaProgram {
    /// Any class, by reflection.
    Class(ClassSpec),
    /// The main class of an adapter that uses the host library.
    Adapter(String),
}

/// A class, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSpec {
    /// Its name, with its package.
    pub name: String,
    /// The methods that are called. Empty: the public ones that the class declares and whose parameters can be made.
    pub methods: Vec<String>,
    /// The expression that makes an object; without it, the public constructor with fewest parameters does.
    pub construct: Option<String>,
    /// Expressions by name, made afresh for each word, in this order.
    pub lets: Vec<(String, String)>,
    /// Whether the methods of its superclasses count, too.
    pub inherited: bool,
    /// How far the objects in fields are followed; none if that is raised as needed.
    pub depth: Option<u32>,
}

/// The objects in fields, and those in their fields: so deep it begins.
pub const USUAL_DEPTH: u32 = 2;

/// Deeper is a mistake: what is told grows with every level.
pub const MOST_DEPTH: u64 = 9;

impl JavaSpec {
    /// A class of this name, with defaults for everything else.
    pub fn of_class(name: &str) -> Self {
        let program = JavaProgram::Class(ClassSpec::new(name));
        Self { program, sources: Vec::new(), classpath: Vec::new() }
    }

    /// The class that is called by reflection, if it is that.
    pub fn class(&self) -> Option<&ClassSpec> {
        if let JavaProgram::Class(class) = &self.program { Some(class) } else { None }
    }

    /// The same to change it.
    pub fn class_mut(&mut self) -> Option<&mut ClassSpec> {
        if let JavaProgram::Class(class) = &mut self.program { Some(class) } else { None }
    }
}

impl ClassSpec {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            methods: Vec::new(),
            construct: None,
            lets: Vec::new(),
            inherited: false,
            depth: None,
        }
    }
}

/// What the name of a class looks like.
pub(crate) const EXAMPLE_CLASS: &str = "java.util.Stack";

/// Whether Java takes this for the name of a class, with its package.
pub fn is_class_name(name: &str) -> bool {
    name.split('.').all(is_identifier)
}

fn is_identifier(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    name.chars().all(is_part) && name.starts_with(|c: char| !c.is_numeric())
}

/// The keys that only say something of a class.
const OF_CLASSES: [&str; 5] = ["methods", "construct", "let", "inherited", "depth"];

impl Reader<'_> {
    pub(super) fn java(&self, table: Table<'_>) -> JavaSpec {
        let (class, adapter) = (table.text("class"), table.text("adapter"));
        self.check_program(&table, class.is_some(), adapter.is_some());
        class.iter().chain(&adapter).for_each(|name| self.check_class_name(name));
        let of_class = self.class(&table, class.map(Name::into_inner).unwrap_or_default());
        let program = match adapter {
            Some(adapter) => {
                self.check_keys_of_classes(&table);
                JavaProgram::Adapter(adapter.into_inner())
            }
            None => JavaProgram::Class(of_class),
        };
        let (sources, classpath) = (self.paths(&table, "sources"), self.paths(&table, "classpath"));
        table.finish();
        JavaSpec { program, sources, classpath }
    }

    fn class(&self, table: &Table<'_>, name: String) -> ClassSpec {
        let mut lets = table.texts_by_name("let");
        lets.sort_by_key(|(name, _)| name.span().start);
        for (name, _) in lets.iter().filter(|(name, _)| !is_identifier(name.get_ref())) {
            let advice = "use a Java identifier, because expressions refer to it";
            self.problems.add(name.span(), format!("`{}` cannot be a name in `let`", name.get_ref()), advice);
        }
        ClassSpec {
            name,
            methods: table.names("methods").into_iter().flatten().map(Name::into_inner).collect(),
            construct: table.text("construct").map(Name::into_inner),
            lets: lets.into_iter().map(|(name, text)| (name.into_inner(), text.into_inner())).collect(),
            inherited: table.flag("inherited").unwrap_or(false),
            depth: table.number("depth", 0..=MOST_DEPTH).map(|depth| depth.into_inner() as u32),
        }
    }

    fn check_program(&self, table: &Table<'_>, has_class: bool, has_adapter: bool) {
        let is_misspelt = table.misspelt("class").or(table.misspelt("adapter")).is_some();
        let is_there = table.key_span("class").or(table.key_span("adapter")).is_some();
        if has_class && has_adapter {
            let span = table.key_span("adapter").unwrap_or(table.span());
            let advice = "remove one of them: `class` is called directly, `adapter` is a main class that uses the \
                          host library";
            self.problems.add(span, "[system.java] has both `class` and `adapter`", advice);
        } else if !is_there && !is_misspelt {
            let advice = "add a line `class = \"java.util.Stack\"` for a class that is called directly, or `adapter = \
                          \"...\"` for a main class that uses the host library";
            self.problems.add(table.span(), "[system.java] has neither `class` nor `adapter`", advice);
        }
    }

    fn check_class_name(&self, name: &Name) {
        let text = name.get_ref();
        if !is_class_name(text) || text.ends_with(".java") || text.ends_with(".class") {
            let advice = "write it with its package and without a file extension, such as java.util.Stack; write a \
                          nested class as Outer$Inner";
            self.problems.add(name.span(), format!("`{text}` is not a class name"), advice);
        }
    }

    fn check_keys_of_classes(&self, table: &Table<'_>) {
        for (key, span) in OF_CLASSES.iter().filter_map(|key| Some((key, table.key_span(key)?))) {
            let advice = "remove it: an adapter creates its own objects and names its own inputs";
            self.problems.add(span, format!("`{key}` needs a `class`"), advice);
        }
    }
}
