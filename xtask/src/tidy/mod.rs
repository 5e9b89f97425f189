//! Rules of the code that a program can check. `CONTRIBUTING.md` lists them.

mod budgets;
mod crates;
mod folders;
mod imports;
mod names;
mod printing;
mod prose;
mod sizes;
mod source;
mod unsafe_code;

use std::collections::BTreeMap;
use std::path::Path;

use source::{Source, rust_files};

/// What breaks a rule, in groups.
#[derive(Default)]
struct Findings(BTreeMap<&'static str, Vec<String>>);

impl Findings {
    fn add(&mut self, group: &'static str, what: String) {
        self.0.entry(group).or_default().push(what);
    }

    #[cfg(test)]
    fn of(&self, group: &str) -> &[String] {
        self.0.get(group).map_or(&[], |found| found)
    }
}

/// Checks all rules.
///
/// # Errors
/// Something breaks a rule: the error lists everything that does. A file cannot be read.
pub fn check(root: &Path) -> Result<(), String> {
    let mut findings = Findings::default();
    let mut sources = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        for file in rust_files(&root.join(folder))? {
            sources.push(Source::read(root, &file)?);
        }
    }
    crates::check(root, &mut findings)?;
    folders::check(&sources, &mut findings);
    unsafe_code::check(&sources, &mut findings);
    budgets::check(&sources, &mut findings);
    sizes::check(&sources, &mut findings);
    names::check(&sources, &mut findings);
    printing::check(&sources, &mut findings);
    prose::check(root, &sources, &mut findings)?;
    if findings.0.is_empty() {
        println!("== tidy: passed");
        return Ok(());
    }
    let count: usize = findings.0.values().map(Vec::len).sum();
    let groups = findings.0.iter().map(|(group, found)| format!("{group}:\n  {}", found.join("\n  ")));
    Err(format!("tidy: {count} finding(s)\n{}", groups.collect::<Vec<_>>().join("\n")))
}
