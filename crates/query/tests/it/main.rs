//! All integration tests of this crate in one executable: to link one is cheaper than to link each.

mod alternatives;
mod case_data;
mod case_file;
mod conform;
mod copies;
mod damage;
mod doctor;
mod events;
mod folder;
mod guarded;
mod journal;
mod kinds;
mod late_inputs;
mod no_language;
mod suite;
