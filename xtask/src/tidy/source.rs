//! A Rust file split into code and comments, which is all the parsing that the rules need.

use std::fs;
use std::path::{Path, PathBuf};

/// A Rust file. `code` and `comments` have the length and the lines of the file, so that offsets mean the same in both.
pub struct Source {
    /// The path below the workspace, with `/` between its parts.
    pub path: String,
    /// The file without comments and without the contents of strings, which are blanks.
    pub code: String,
    /// Only the comments; everything else is blanks.
    pub comments: String,
}

impl Source {
    /// Reads a file below `root`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(root: &Path, file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let path = file.strip_prefix(root).unwrap_or(file).components();
        let path: Vec<_> = path.map(|part| part.as_os_str().to_string_lossy()).collect();
        Ok(Self::new(path.join("/"), &text))
    }

    /// Splits a text.
    pub fn new(path: String, text: &str) -> Self {
        let mut code: Vec<u8> = text.bytes().collect();
        let mut comments: Vec<u8> = text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (end, kind) = element(bytes, at);
            if kind == Kind::Comment {
                comments[at..end].copy_from_slice(&bytes[at..end]);
            }
            if kind != Kind::Code {
                code[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
            at = end;
        }
        // Only whole comments, strings and characters were blanked, so both are UTF-8 still.
        let text = |bytes| String::from_utf8(bytes).unwrap_or_default();
        Self { path, code: text(code), comments: text(comments) }
    }

    /// The number of the line that holds an offset, from 1.
    pub fn line(&self, offset: usize) -> usize {
        1 + self.code.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count()
    }

    /// The path below the folder `src` of its crate, if the file is there.
    pub fn below_src(&self) -> Option<&str> {
        let mut parts = self.path.splitn(4, '/');
        let is_crate = parts.next() == Some("crates") && parts.next().is_some();
        (is_crate && parts.next() == Some("src")).then(|| parts.next()).flatten()
    }

    /// The folder of its crate below `crates`.
    pub fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Text,
}

/// The end and the kind of the comment, string, character or piece of code that begins at an offset.
fn element(bytes: &[u8], at: usize) -> (usize, Kind) {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        return (at + length, Kind::Comment);
    }
    if rest.starts_with(b"/*") {
        return (at + block_comment(rest), Kind::Comment);
    }
    let begins_word = at == 0 || !is_word(bytes[at - 1]);
    if let Some(length) = raw_string(rest).filter(|_| begins_word) {
        return (at + length, Kind::Text);
    }
    match rest[0] {
        b'"' => (at + quoted(rest, b'"'), Kind::Text),
        b'\'' => match character(rest) {
            Some(length) => (at + length, Kind::Text),
            None => (at + 1, Kind::Code),
        },
        _ => (at + 1, Kind::Code),
    }
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (2, 1);
    while at < rest.len() && depth > 0 {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
    }
    at
}

/// The length of `r"..."`, `br#"..."#` and so on.
fn raw_string(rest: &[u8]) -> Option<usize> {
    let prefix = [&b"br"[..], b"cr", b"r"].into_iter().find(|prefix| rest.starts_with(prefix))?.len();
    let hashes = rest[prefix..].iter().take_while(|byte| **byte == b'#').count();
    let open = prefix + hashes;
    if rest.get(open) != Some(&b'"') {
        return None;
    }
    let close = [&b"\""[..], &vec![b'#'; hashes]].concat();
    let body = &rest[open + 1..];
    let length = body.windows(close.len()).position(|window| window == close).unwrap_or(body.len());
    Some((open + 1 + length + close.len()).min(rest.len()))
}

/// The length of a text up to its closing quote, which a backslash can escape.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// The length of a character literal; `None` for a lifetime.
fn character(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        return Some(quoted(rest, b'\''));
    }
    let text = std::str::from_utf8(&rest[1..rest.len().min(5)]);
    let text = text.or_else(|e| std::str::from_utf8(&rest[1..1 + e.valid_up_to()])).ok()?;
    let length = text.chars().next()?.len_utf8();
    (rest.get(1 + length) == Some(&b'\'')).then_some(length + 2)
}

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The identifiers and keywords of code, with their offsets. Numbers are none.
pub fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = code.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while at < bytes.len() && !is_word(bytes[at]) {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            if start == at {
                return None;
            }
            if !bytes[start].is_ascii_digit() {
                return Some((start, &code[start..at]));
            }
        }
    })
}

/// The offset behind the bracket that closes the one at `open`.
pub fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// The code without what is compiled for tests only, which is blanks; and the modules declared there in files of their
/// own.
pub fn without_tests(code: &str) -> (String, Vec<String>) {
    let mut rest = code.as_bytes().to_vec();
    let mut modules = Vec::new();
    for attribute in ["#[cfg(test)]", "#[cfg(all(test"] {
        for (start, _) in code.match_indices(attribute) {
            let mut at = closing(code, start + 1);
            // Other attributes of the same item.
            while code[at..].trim_start().starts_with('#') {
                at = closing(code, at + code[at..].find('[').unwrap_or(0));
            }
            let end = match code[at..].find([';', '{']) {
                Some(found) if code.as_bytes()[at + found] == b';' => at + found + 1,
                Some(found) => closing(code, at + found),
                None => code.len(),
            };
            if let Some(name) = code[at..end].trim().strip_prefix("mod ").and_then(|name| name.strip_suffix(';')) {
                modules.push(name.trim().to_string());
            }
            rest[start..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    }
    (String::from_utf8(rest).unwrap_or_default(), modules)
}

/// The Rust files below a folder, in the order of their names; none of a folder that is not there. Build outputs are left
/// out.
///
/// # Errors
/// A folder cannot be read.
pub fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    files(folder, "rs")
}

/// The files below a folder whose names end in `.extension`; see [`rust_files`].
///
/// # Errors
/// A folder cannot be read.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                found.extend(files(&path, extension)?);
            }
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Source, without_tests, words};

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = "let a = \"x // y\"; // z \"\nlet c = ['\"', '\\'', 'b']; let r = r#\"\"u\"#; fn f<'a>(x: &'a str) {} /* w */ d";
        let source = Source::new(String::new(), text);
        let found: Vec<&str> = words(&source.code).map(|(_, word)| word).collect();
        assert_eq!(found, ["let", "a", "let", "c", "let", "r", "fn", "f", "a", "x", "a", "str", "d"]);
        let comments: Vec<&str> = source.comments.split_whitespace().collect();
        assert_eq!(comments, ["//", "z", "\"", "/*", "w", "*/"]);
        assert_eq!(source.line(source.code.find("let c").unwrap()), 2);
    }

    #[test]
    fn items_of_tests_are_left_out() {
        let code =
            "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { c() } }\n#[cfg(test)]\n#[path = \"\"]\nmod more;\nfn d() {}";
        let (rest, modules) = without_tests(code);
        let found: Vec<&str> = words(&rest).map(|(_, word)| word).collect();
        assert_eq!((found, modules), (vec!["fn", "a", "fn", "d"], vec!["more".to_string()]));
    }
}
