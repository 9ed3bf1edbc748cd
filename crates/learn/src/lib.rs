//! How typestar learns: learners and conformance testers. They see an [`Oracle`], never a system.

mod oracle;

pub use oracle::{Oracle, Plan, Stopped};
