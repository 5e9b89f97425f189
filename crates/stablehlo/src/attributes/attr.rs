//! Attributes as values, before they are interpreted.

use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::with_native;

/// An attribute's value.
#[derive(Clone, Debug)]
pub(crate) enum Attr {
    Unit,
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(String),
    Symbol(String),
    /// A bare word: `DEFAULT`, or the last of `#stablehlo<precision DEFAULT>`.
    Word(String),
    List(Vec<Attr>),
    /// `[0] x [1]`, `[b, f]x[i, o]->[b, f]`
    Product(Vec<Attr>),
    Dense(Literal),
    Dict(Attrs),
    /// The text of a dictionary that only a device interprets.
    Source(String),
    /// An attribute without a meaning here.
    Opaque,
}

/// Attributes by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attrs(Vec<(String, Attr)>, Vec<(String, String)>);

impl Attrs {
    pub fn push(&mut self, name: impl Into<String>, attr: Attr) {
        self.0.push((name.into(), attr));
    }

    /// The names and attributes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attr)> {
        self.0.iter().map(|(name, attr)| (name.as_str(), attr))
    }

    pub fn extend(&mut self, other: Attrs) {
        self.0.extend(other.0);
        self.1.extend(other.1);
    }

    /// Records the text of an attribute.
    pub fn push_source(&mut self, name: String, text: String) {
        self.1.push((name, text));
    }

    /// The recorded texts of all attributes but those with the names `except`, by name. Empty lists are left
    /// out: portable artifacts have them in place of absent ones.
    pub fn sources(&self, except: &[&str]) -> Vec<(String, String)> {
        let is_kept = |(name, text): &&(String, String)| !except.contains(&name.as_str()) && text != "[]";
        let mut sources: Vec<(String, String)> = self.1.iter().filter(is_kept).cloned().collect();
        sources.sort();
        sources
    }

    /// The first attribute with one of these names, which differ between pretty and generic text.
    pub fn get(&self, names: &[&str]) -> Option<&Attr> {
        self.0.iter().find(|(n, _)| names.contains(&n.as_str())).map(|(_, a)| a)
    }

    fn wrong(names: &[&str], what: &str) -> Error {
        Error::new(ErrorKind::Syntax, format!("attribute '{}' has to be {what}", names[0]))
    }

    /// The integers of a list.
    pub fn ints(&self, names: &[&str]) -> Result<Option<Vec<i64>>> {
        self.get(names).map(|a| a.ints().ok_or_else(|| Self::wrong(names, "a list of integers"))).transpose()
    }

    /// The sizes or dimensions of a list: integers that are not negative.
    pub fn sizes(&self, names: &[&str]) -> Result<Option<Vec<usize>>> {
        let wrong = || Self::wrong(names, "a list of integers, none negative");
        let sizes = |v: Vec<i64>| v.into_iter().map(|n| usize::try_from(n).map_err(|_| wrong())).collect();
        self.ints(names)?.map(sizes).transpose()
    }

    /// A size or dimension: an integer that is not negative.
    pub fn size(&self, names: &[&str]) -> Result<Option<usize>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Int(n)) => {
                usize::try_from(*n).map(Some).map_err(|_| Self::wrong(names, "an integer, not negative"))
            }
            Some(_) => Err(Self::wrong(names, "an integer")),
        }
    }

    /// An integer.
    pub fn int(&self, names: &[&str]) -> Result<Option<i64>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Int(n)) => i64::try_from(*n).map(Some).map_err(|_| Self::wrong(names, "an integer of 64 bits")),
            Some(_) => Err(Self::wrong(names, "an integer")),
        }
    }

    /// A boolean; false if it is absent, true for a unit attribute.
    pub fn flag(&self, names: &[&str]) -> Result<bool> {
        match self.get(names) {
            None | Some(Attr::Bool(false)) => Ok(false),
            Some(Attr::Unit | Attr::Bool(true)) => Ok(true),
            Some(_) => Err(Self::wrong(names, "true or false")),
        }
    }

    /// The booleans of a list.
    pub fn flags(&self, names: &[&str]) -> Result<Option<Vec<bool>>> {
        let ints = self.ints(names)?;
        Ok(ints.map(|v| v.into_iter().map(|n| n != 0).collect()))
    }

    /// A string, or the text of a dictionary.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.get(&[name])? {
            Attr::Str(text) | Attr::Source(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// A word, a string or a symbol.
    pub fn word(&self, names: &[&str]) -> Result<Option<&str>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Word(w) | Attr::Str(w) | Attr::Symbol(w)) => Ok(Some(w)),
            Some(_) => Err(Self::wrong(names, "a word")),
        }
    }
}

impl Attr {
    /// The bare word.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Attr::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The sizes or dimensions of a list: integers that are not negative.
    pub fn sizes(&self) -> Option<Vec<usize>> {
        self.ints()?.into_iter().map(|n| usize::try_from(n).ok()).collect()
    }

    /// The pairs of `[[0, 1], [2, 3]]`, a list of lists or a dense literal.
    pub fn pairs(&self) -> Option<Vec<(i64, i64)>> {
        let flat = match self {
            Attr::List(rows) => {
                let rows: Option<Vec<Vec<i64>>> = rows.iter().map(Attr::ints).collect();
                rows?.into_iter().map(|r| <[i64; 2]>::try_from(r).ok()).collect::<Option<Vec<_>>>()?.concat()
            }
            Attr::Dense(literal) if literal.ty().rank() == 2 && literal.ty().dims[1] == 2 => dense_ints(literal)?,
            _ => return None,
        };
        Some(flat.as_chunks::<2>().0.iter().map(|[low, high]| (*low, *high)).collect())
    }

    /// The integers of a list, an array or a dense literal; booleans are 0 and 1.
    fn ints(&self) -> Option<Vec<i64>> {
        match self {
            Attr::List(items) => items
                .iter()
                .map(|a| match a {
                    Attr::Int(n) => i64::try_from(*n).ok(),
                    Attr::Bool(b) => Some(i64::from(*b)),
                    _ => None,
                })
                .collect(),
            Attr::Dense(literal) => dense_ints(literal),
            _ => None,
        }
    }
}

/// The elements of a literal of integers.
fn dense_ints(literal: &Literal) -> Option<Vec<i64>> {
    let element = literal.ty().element;
    if element == crate::types::ElementType::I64 {
        return literal.to_vec::<i64>().ok();
    }
    if !element.is_integer() && !element.is_bool() || element.bits() > 32 {
        return None;
    }
    with_native!(element, T => literal.to_vec::<T>().ok().map(|v| {
        v.into_iter().map(|x| crate::literal::NativeType::to_f64(x) as i64).collect::<Vec<i64>>()
    }))
    .ok()?
}
