//! Chores of the project: `cargo xtask test`.
fn main() {}
