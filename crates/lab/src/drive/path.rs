//! Paths on the drive, as clients name them.

use std::fmt;

use crate::error::{Error, Result};

/// The bytes of the longest name that file systems accept.
pub const MAX_NAME_BYTES: usize = 255;
/// The bytes of the longest path.
const MAX_PATH_BYTES: usize = 4000;

/// A path below the drive: names joined by `/`, none of them `.` or `..`. The empty path is the drive itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrivePath(String);

impl DrivePath {
    /// Reads a path that a client named. Slashes at both ends and doubled ones are dropped.
    ///
    /// # Errors
    /// A name is `..`, too long, or has a byte 0.
    pub fn parse(text: &str) -> Result<DrivePath> {
        let names: Vec<&str> = text.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
        let is_bad = |name: &&str| *name == ".." || name.len() > MAX_NAME_BYTES || name.contains('\0');
        if let Some(name) = names.iter().find(|name| is_bad(name)) {
            return Err(Error::not_found(format!("{text:?} is no path of the drive: it has the name {name:?}")));
        }
        if text.len() > MAX_PATH_BYTES {
            return Err(Error::invalid(format!("a path has at most {MAX_PATH_BYTES} bytes, not {}", text.len())));
        }
        Ok(DrivePath(names.join("/")))
    }

    /// The drive itself.
    pub fn root() -> DrivePath {
        DrivePath(String::new())
    }

    /// The path of a file or folder in this folder.
    ///
    /// # Errors
    /// As [`DrivePath::parse`].
    pub fn join(&self, name: &str) -> Result<DrivePath> {
        DrivePath::parse(&format!("{}/{name}", self.0))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the drive itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The last name; empty for the drive itself.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The folder; that of the drive itself is the drive.
    pub fn parent(&self) -> DrivePath {
        DrivePath(self.0.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_string()))
    }

    /// True if a name begins with a dot: clients do not see it.
    pub fn is_hidden(&self) -> bool {
        self.0.split('/').any(|name| name.starts_with('.'))
    }

    /// The path from a folder on, if it is that folder or below it.
    pub fn below(&self, folder: &DrivePath) -> Option<DrivePath> {
        let rest = self.0.strip_prefix(&folder.0)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| DrivePath(rest.trim_start_matches('/').into()))
    }

    /// True for this path and all below it.
    pub fn contains(&self, other: &DrivePath) -> bool {
        self.is_root() || other.0 == self.0 || other.0.strip_prefix(&self.0).is_some_and(|rest| rest.starts_with('/'))
    }
}

impl fmt::Display for DrivePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name's stem and extension with its dot. A dot at the start begins no extension.
pub fn split_extension(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 => name.split_at(at),
        _ => (name, ""),
    }
}

/// A name that ends so, with as much of the stem as names have room for.
pub fn fitting_name(stem: &str, end: &str) -> String {
    let room = stem.len().min(MAX_NAME_BYTES.saturating_sub(end.len()));
    let cut = (0..=room).rev().find(|at| stem.is_char_boundary(*at)).unwrap_or_default();
    format!("{}{end}", &stem[..cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_give_way_to_their_ends() {
        assert_eq!(fitting_name("a", "1.txt"), "a1.txt");
        let long = fitting_name(&"\u{e9}".repeat(127), "-Copy1.txt");
        assert_eq!((long.len(), long.chars().count()), (254, 132));
    }

    #[test]
    fn paths_are_normal_and_never_leave_the_drive() {
        let path = DrivePath::parse("/a//./b c.ipynb/").unwrap();
        assert_eq!((path.as_str(), path.name(), path.parent().as_str()), ("a/b c.ipynb", "b c.ipynb", "a"));
        for bad in ["..", "a/../b", "a/..", "/../etc/passwd", "a\0b"] {
            assert!(DrivePath::parse(bad).is_err(), "{bad:?}");
        }
        assert!(DrivePath::parse(&"x".repeat(256)).is_err());
        assert!(DrivePath::parse("...").is_ok() && DrivePath::parse("a/..b").is_ok());
        assert!(DrivePath::parse("a/.b/c").unwrap().is_hidden() && !path.is_hidden());
        let parse = |text| DrivePath::parse(text).unwrap();
        assert!(parse("a").contains(&parse("a/b")) && parse("").contains(&path));
        assert!(!parse("a").contains(&parse("ab")));
        assert_eq!(parse("a/b/c").below(&parse("a")), Some(parse("b/c")));
        assert_eq!((parse("a").below(&parse("a")), parse("ab").below(&parse("a"))), (Some(parse("")), None));
    }

    #[test]
    fn extensions() {
        assert_eq!(split_extension("a.tar.gz"), ("a.tar", ".gz"));
        assert_eq!(split_extension(".profile"), (".profile", ""));
        assert_eq!(split_extension("a"), ("a", ""));
    }
}
