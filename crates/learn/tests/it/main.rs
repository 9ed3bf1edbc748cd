//! All integration tests of this crate in one executable: to link one is cheaper than to link each.

mod common;
mod counts;
mod disagreements;
mod discrimination;
mod distinguisher_bound;
mod exact;
mod identifiers;
mod late_inputs;
mod models;
mod register_all_sums;
mod register_compare;
mod register_families;
mod register_gaps;
mod register_random;
mod register_table;
mod register_testers;
mod state_bound;
mod stopping;
mod suites;
mod theories;
mod warm;
mod words;
mod zoo;
