//! Which file of a crate imports which: paths of `use` declarations and of expressions, resolved to files.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Source, closing, is_word, without_tests, words};

/// The files of a crate's `src`, and what each takes from the others. Files of tests are left out.
pub struct Imports {
    /// Paths below `src`.
    pub files: Vec<String>,
    /// The names that the first file takes from the second, by their numbers in `files`.
    pub edges: BTreeMap<(usize, usize), BTreeSet<String>>,
}

/// A module's path from the root of its crate.
type Path = Vec<String>;

/// A name brought into scope by a `use` declaration: the module that contains the declaration, the name (`*` for all) and
/// the path as written.
struct Import {
    module: Path,
    name: String,
    path: Vec<String>,
}

struct File {
    path: String,
    module: Path,
    code: String,
    imports: Vec<Import>,
    /// Paths in expressions and types, with the module that contains each.
    paths: Vec<(Path, Vec<String>)>,
    only_reexports: bool,
    macros: BTreeSet<String>,
}

/// Finds the imports between the files of one crate.
pub fn find(sources: &[&Source]) -> Imports {
    let files = read(sources);
    let mut modules: BTreeMap<Path, usize> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        modules.insert(file.module.clone(), number);
        for (_, inner) in inline_modules(&file.code, &file.module) {
            modules.insert(inner, number);
        }
    }
    let tree = Tree { files: &files, modules };
    let mut edges: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        let imports = file.imports.iter().map(|import| (&import.module, &import.path));
        for (module, path) in imports.chain(file.paths.iter().map(|(module, path)| (module, path))) {
            for target in tree.targets(number, module, path, 0) {
                if target != number {
                    let name = path.last().cloned().unwrap_or_default();
                    edges.entry((number, target)).or_default().insert(name);
                }
            }
        }
    }
    Imports { files: files.iter().map(|file| file.path.clone()).collect(), edges }
}

/// Parses the files, without the ones that are for tests only.
fn read(sources: &[&Source]) -> Vec<File> {
    let mut tests: Vec<Path> = Vec::new();
    let mut files = Vec::new();
    for source in sources {
        let Some(path) = source.below_src().filter(|path| *path != "main.rs") else { continue };
        let module = module_of(path);
        let (code, test_modules) = without_tests(&source.code);
        tests.extend(test_modules.into_iter().map(|name| [&module[..], &[name]].concat()));
        let (imports, paths) = parse(&code, &module);
        let macros = words(&code).zip(words(&code).skip(1)).filter(|((_, word), _)| *word == "macro_rules");
        let macros = macros.map(|(_, (_, name))| name.to_string()).collect();
        let only_reexports = path != "lib.rs" && only_reexports(&code);
        files.push(File { path: path.to_string(), module, imports, paths, only_reexports, macros, code });
    }
    files.retain(|file| !tests.iter().any(|test| file.module.starts_with(test)));
    files
}

fn module_of(path: &str) -> Path {
    let mut parts: Path = path.trim_end_matches(".rs").split('/').map(str::to_string).collect();
    if parts.last().is_some_and(|last| last == "mod") || path == "lib.rs" {
        parts.pop();
    }
    parts
}

struct Tree<'a> {
    files: &'a [File],
    modules: BTreeMap<Path, usize>,
}

impl Tree<'_> {
    /// The files that a path leads to from a module of a file: none if it leads out of the crate or names a module only.
    fn targets(&self, file: usize, module: &Path, path: &[String], depth: usize) -> Vec<usize> {
        let Some((module, rest)) = self.walk(file, module, path, depth) else { return Vec::new() };
        let Some(item) = rest.first() else { return Vec::new() };
        let target = self.modules[&module];
        if module.is_empty()
            && let Some(owner) = self.files.iter().position(|file| file.macros.contains(item))
        {
            return vec![owner];
        }
        if self.files[target].only_reexports && depth < 8 {
            let exports = self.files[target].imports.iter();
            let exports = exports.filter(|import| import.name == *item || import.name == "*" || item == "*");
            let found: Vec<usize> =
                exports.flat_map(|import| self.targets(target, &import.module, &import.path, depth + 1)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        vec![target]
    }

    /// Follows a path through modules; returns the last module and what is left of the path.
    fn walk<'p>(&self, file: usize, from: &Path, path: &'p [String], depth: usize) -> Option<(Path, &'p [String])> {
        let first = path.first()?;
        let mut rest = &path[1..];
        let mut module = match first.as_str() {
            "crate" | "$crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            name => {
                let child = [&from[..], &[name.to_string()]].concat();
                match self.modules.contains_key(&child) {
                    true => child,
                    false => self.imported_module(file, from, name, depth)?,
                }
            }
        };
        while let Some(next) = rest.first() {
            let child = match next.as_str() {
                "super" => module.split_last()?.1.to_vec(),
                name => [&module[..], &[name.to_string()]].concat(),
            };
            if !self.modules.contains_key(&child) {
                break;
            }
            module = child;
            rest = &rest[1..];
        }
        Some((module, rest))
    }

    /// The module that a file's `use` declarations give a name to.
    fn imported_module(&self, file: usize, from: &Path, name: &str, depth: usize) -> Option<Path> {
        if depth > 8 {
            return None;
        }
        let import = self.files[file].imports.iter().find(|import| import.name == name && import.module == *from)?;
        // A crate of the same name: `use half;`.
        if import.path.len() < 2 {
            return None;
        }
        let (module, rest) = self.walk(file, &import.module, &import.path, depth + 1)?;
        rest.is_empty().then_some(module)
    }
}

/// The extents of a file's inline modules, outermost first, and their paths.
fn inline_modules(code: &str, module: &Path) -> Vec<(std::ops::Range<usize>, Path)> {
    let mut found: Vec<(std::ops::Range<usize>, Path)> = Vec::new();
    for ((_, keyword), (at, name)) in words(code).zip(words(code).skip(1)) {
        let rest = code[at + name.len()..].trim_start();
        if keyword == "mod" && rest.starts_with('{') {
            let open = code.len() - rest.len();
            let outer = found.iter().rev().find(|(extent, _)| extent.contains(&at)).map_or(module, |(_, path)| path);
            let path = [&outer[..], &[name.to_string()]].concat();
            found.push((open..closing(code, open), path));
        }
    }
    found
}

/// The imports of a file, and the paths elsewhere in it.
fn parse(code: &str, module: &Path) -> (Vec<Import>, Vec<(Path, Vec<String>)>) {
    let inline = inline_modules(code, module);
    let module_at = |at: usize| inline.iter().rev().find(|(extent, _)| extent.contains(&at)).map_or(module, |(_, p)| p);
    let (mut imports, mut paths) = (Vec::new(), Vec::new());
    let mut done = 0;
    for (at, word) in words(code) {
        if at < done {
            continue;
        }
        let before = code[..at].trim_end();
        if word == "use" {
            done = at + code[at..].find(';').unwrap_or(code.len() - at);
            let mut tree = Vec::new();
            use_tree(&code[at + 3..done], &[], &mut tree);
            imports.extend(tree.into_iter().map(|(path, name)| Import { module: module_at(at).clone(), name, path }));
        } else if !before.ends_with("::") && !before.ends_with('.') && !before.ends_with("(in") {
            let mut path = vec![word.to_string()];
            done = at + word.len();
            while let Some(next) = code[done..].trim_start().strip_prefix("::") {
                let length = next.bytes().take_while(|byte| is_word(*byte)).count();
                if length == 0 {
                    break;
                }
                path.push(next[..length].to_string());
                done = code.len() - next.len() + length;
            }
            if path.len() > 1 {
                paths.push((module_at(at).clone(), path));
            }
        }
    }
    (imports, paths)
}

/// Spreads `a::{b, c::{self, d as e}, f::*}` into paths, each with the name that it brings into scope.
fn use_tree(text: &str, before: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let text = text.trim();
    if let Some((head, group)) = text.split_once('{') {
        let head: Vec<String> = head.split("::").map(str::trim).filter(|p| !p.is_empty()).map(str::to_string).collect();
        let before = [before, &head].concat();
        let group = group.rsplit_once('}').map_or(group, |(inside, _)| inside);
        let (mut depth, mut start) = (0, 0);
        for (at, byte) in group.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b',' if depth == 0 => {
                    use_tree(&group[start..at], &before, found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        use_tree(&group[start..], &before, found);
        return;
    }
    if text.is_empty() {
        return;
    }
    let (path, renamed) = text.split_once(" as ").map_or((text, None), |(path, name)| (path, Some(name.trim())));
    let own = path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_string);
    let mut path: Vec<String> = before.iter().cloned().chain(own).collect();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = renamed.map(str::to_string).or_else(|| path.last().cloned()).unwrap_or_default();
    found.push((path, name));
}

/// True if a file has nothing but declarations of modules and imports.
fn only_reexports(code: &str) -> bool {
    let mut rest = code.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with('#') {
            closing(rest, rest.find('[').unwrap_or(0))
        } else {
            let item = rest.strip_prefix("pub").map_or(rest, str::trim_start);
            let item = if item.starts_with('(') { item[closing(item, 0)..].trim_start() } else { item };
            let Some(end) = rest.find(';') else { return false };
            if !(item.starts_with("use ") || item.starts_with("mod ") && !rest[..end].contains('{')) {
                return false;
            }
            end + 1
        };
        rest = rest[end..].trim_start();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Imports, find};
    use crate::tidy::source::Source;

    /// The imports of a crate, each as `from -> to: names`.
    fn imports(files: &[(&str, &str)]) -> Vec<String> {
        let sources = files.iter().map(|(path, text)| Source::new(format!("crates/c/src/{path}"), text));
        let sources: Vec<Source> = sources.collect();
        let Imports { files, edges } = find(&sources.iter().collect::<Vec<_>>());
        let names = |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        edges.iter().map(|((a, b), n)| format!("{} -> {}: {}", files[*a], files[*b], names(n))).collect()
    }

    #[test]
    fn braces_super_and_modules_in_scope_are_followed() {
        let found = imports(&[
            ("lib.rs", "mod a; mod b; pub use b::c::Item;"),
            ("a.rs", "use crate::b::{self, c::{Item, other as o}}; fn f() { b::g(); crate::b::d::h::<u8>() }"),
            ("b/mod.rs", "pub mod c; pub mod d; pub fn g() {}"),
            ("b/c.rs", "pub struct Item; #[cfg(test)] mod tests { use crate::a::f; }"),
            ("b/d.rs", "use super::c; fn i(x: c::Item) -> super::Missing {}"),
        ]);
        let expected = [
            "lib.rs -> b/c.rs: Item",
            "a.rs -> b/mod.rs: g",
            "a.rs -> b/c.rs: Item other",
            "a.rs -> b/d.rs: h",
            "b/d.rs -> b/mod.rs: Missing",
            "b/d.rs -> b/c.rs: Item",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_file_of_reexports_stands_for_the_files_behind_it() {
        let found = imports(&[
            ("a/mod.rs", "//! Docs.\n#[macro_use]\nmod x;\nmod y;\npub(crate) use x::X;\npub use self::y::*;"),
            ("a/x.rs", "use super::Y;"),
            ("a/y.rs", "pub struct Y;"),
            ("z.rs", "use crate::a::X; use half::a;"),
        ]);
        assert!(found.contains(&"z.rs -> a/x.rs: X".to_string()), "{found:?}");
        assert!(found.contains(&"a/x.rs -> a/y.rs: Y".to_string()), "{found:?}");
    }

    #[test]
    fn files_of_tests_and_other_crates_do_not_count() {
        let found = imports(&[
            ("a.rs", "use std::fs; use half::b::C; #[cfg(test)]\nmod tests;"),
            ("a/tests.rs", "use crate::b::C;"),
            ("b.rs", "pub struct C; pub(in crate::a) fn d() {}"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
