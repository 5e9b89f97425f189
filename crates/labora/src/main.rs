//! The `labora` command.
fn main() {}
