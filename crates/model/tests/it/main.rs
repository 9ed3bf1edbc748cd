//! All integration tests of this crate in one executable: to link one is cheaper than to link each.

mod any_model;
mod common;
mod formats;
mod guarded_compare;
mod guarded_json;
mod guarded_surprises;
mod machines;
mod models;
mod register_canonical;
mod register_json;
mod register_small;
mod register_text;
mod register_writers;
mod register_xml;
mod symbols;
mod tree;
mod zoo;
