//! What the computations of a module share: names, and the finished texts.

use std::collections::HashMap;

use crate::program::Module;

/// What of a module is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// True: constants of more than ten elements are printed, too, with all their elements.
    pub print_large_constants: bool,
}

/// The texts of a module's computations.
pub(super) struct Writer<'m> {
    pub module: &'m Module,
    pub options: PrintOptions,
    /// The texts of the finished computations; each follows those that it calls.
    pub computations: Vec<String>,
    /// The computations of the functions that were called.
    pub functions: HashMap<&'m str, String>,
    names: usize,
}

impl<'m> Writer<'m> {
    pub fn new(module: &'m Module, options: PrintOptions) -> Self {
        Self { module, options, computations: Vec::new(), functions: HashMap::new(), names: 0 }
    }

    /// A name that the module does not have yet.
    pub fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("%{}.{}", identifier(base), self.names)
    }
}

/// The name with `_` for what XLA's parser does not take in a name; a module without a name is `main`.
pub(super) fn identifier(name: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.';
    let name: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    match name.chars().next() {
        None => "main".into(),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => name,
        Some(_) => format!("_{name}"),
    }
}
