//! `[system.android]`: an Android class, on the framework's own code without a device.

use std::path::PathBuf;

use strum::{Display, EnumString};

use super::java::is_class_name;
use super::kinds::KindError;
use super::read::Reader;
use super::table::{Name, Table};

/// A driver, which drives an Android class, and the framework that it runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AndroidSpec {
    /// The class of the driver, with its package.
    pub driver: String,
    /// Its source files, which are compiled before the start.
    pub sources: Vec<PathBuf>,
    /// Where else classes are: folders and jars.
    pub classpath: Vec<PathBuf>,
    /// The framework's version.
    pub api: ApiLevel,
    /// After this many words the whole framework is set up again; if it is not given, the driver says so.
    pub full_reset_every: Option<u32>,
}

/// A version of the Android framework, which people call by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString)]
#[strum(parse_err_ty = KindError, parse_err_fn = unknown_level)]
pub enum ApiLevel {
    /// Android 6.
    #[strum(serialize = "23")]
    Level23,
    /// Android 9.
    #[strum(serialize = "28")]
    Level28,
    /// Android 14.
    #[strum(serialize = "34")]
    Level34,
}

impl ApiLevel {
    /// The one that is used if nobody names one.
    pub const USUAL: Self = Self::Level34;
}

fn unknown_level(text: &str) -> KindError {
    KindError::new("API level", text, "use 23, 28 or 34")
}

impl Reader<'_> {
    pub(super) fn android(&self, table: Table<'_>) -> AndroidSpec {
        let driver = table.text("driver");
        if driver.is_none() && table.key_span("driver").is_none() && table.misspelt("driver").is_none() {
            let advice =
                "add a line `driver = \"...\"` with the name of the class that extends typestar.android.Driver";
            self.problems.add(table.span(), "[system.android] has no `driver`", advice);
        }
        for name in driver.iter().filter(|name| !is_class_name(name.get_ref()) || name.get_ref().ends_with(".java")) {
            let advice = "write the class with its package and without a file extension; list its file in `sources`";
            self.problems.add(name.span(), format!("`{}` is not a class name", name.get_ref()), advice);
        }
        let every = table.number("full_reset_every", 1..=1_000_000_000);
        table.read(|table| AndroidSpec {
            driver: driver.map(Name::into_inner).unwrap_or_default(),
            sources: self.paths(table, "sources"),
            classpath: self.paths(table, "classpath"),
            api: table.text_or_number("api").and_then(|name| self.kind(&name)).unwrap_or(ApiLevel::USUAL),
            full_reset_every: every.and_then(|number| u32::try_from(number.into_inner()).ok()),
        })
    }
}
