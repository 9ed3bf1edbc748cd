//! What messages call a system that runs in another process.

use std::fmt::{self, Display, Formatter};

use typestar_query::{AndroidSpec, JavaProgram, Target};

/// The thing that the user named. Messages call the system by it, so that users of a class never read of an adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// An adapter: a command, or a Java program that uses the host library.
    #[default]
    Adapter,
    /// A Java class that is called directly.
    Class(String),
    /// The driver of Android classes.
    Driver(String),
}

impl Subject {
    /// What the system of a case is called.
    pub(crate) fn of(target: &Target) -> Self {
        match target {
            Target::Android(AndroidSpec { driver, .. }) => Self::Driver(driver.clone()),
            Target::Java(java) => match &java.program {
                JavaProgram::Class(class) => Self::Class(class.name.clone()),
                JavaProgram::Adapter(_) => Self::Adapter,
            },
            Target::Command(_) | Target::Model(_) => Self::Adapter,
        }
    }

    /// Whether the user wrote the program that speaks the protocol.
    pub(crate) fn is_adapter(&self) -> bool {
        *self == Self::Adapter
    }
}

impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adapter => f.write_str("the adapter"),
            Self::Class(name) => write!(f, "the class {name}"),
            Self::Driver(name) => write!(f, "the driver {name}"),
        }
    }
}
