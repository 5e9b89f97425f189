//! Vocabularies: terms in the order of their numbers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;
use stablehlo::budget::read_text;

use crate::error::{Error, Result};
use crate::objects::{Field, Registry};
use crate::strings::Feature;

/// A term of a vocabulary: a string or an integer.
pub trait Term: Field + Clone + Eq + Hash + Ord + Display + Debug + Send + Sync + 'static {
    /// True for integers, which have remainders.
    const IS_INTEGER: bool;

    /// The terms of a feature, for a layer of this name.
    ///
    /// # Errors
    /// If the feature has others.
    fn of(feature: &Feature, layer: &str) -> Result<Vec<Self>>;

    /// The term of a line of a file.
    fn of_line(line: &str) -> Option<Self>;

    /// The bytes that are hashed.
    fn bytes(&self) -> Cow<'_, [u8]>;

    /// The number of the term modulo `count`; `None` if only its hash has one.
    fn modulo(&self, count: u64) -> Option<u64>;
}

impl Term for String {
    const IS_INTEGER: bool = false;

    fn of(feature: &Feature, layer: &str) -> Result<Vec<Self>> {
        Ok(feature.strings(layer)?.to_vec())
    }

    fn of_line(line: &str) -> Option<Self> {
        Some(line.to_owned())
    }

    fn bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }

    fn modulo(&self, _count: u64) -> Option<u64> {
        None
    }
}

impl Term for i64 {
    const IS_INTEGER: bool = true;

    fn of(feature: &Feature, layer: &str) -> Result<Vec<Self>> {
        feature.integers(layer)
    }

    fn of_line(line: &str) -> Option<Self> {
        line.trim().parse().ok()
    }

    fn bytes(&self) -> Cow<'_, [u8]> {
        Cow::Owned(self.to_string().into_bytes())
    }

    fn modulo(&self, count: u64) -> Option<u64> {
        i64::try_from(count).ok().map(|count| self.rem_euclid(count) as u64)
    }
}

/// Terms in the order of their numbers. Clones share them.
///
/// ```
/// use keras::layers::Vocabulary;
/// let words: Vocabulary<String> = ["the", "of"].into();
/// assert_eq!(words.terms(), ["the", "of"]);
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary<T> {
    terms: Arc<[T]>,
    /// The place of each term, found at the first lookup.
    places: Arc<OnceLock<HashMap<T, usize>>>,
}

impl<T: Term> Vocabulary<T> {
    /// The terms of a file, one a line, without a header.
    ///
    /// # Errors
    /// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be read, or a line is no term.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text = read_text(path).map_err(|e| Error::file("read", path, e))?;
        Self::parse(&text).map_err(|reason| Error::file("read", path, reason))
    }

    /// The terms of the lines of a text; empty lines at the end are none.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut lines: Vec<&str> = text.lines().collect();
        while lines.last() == Some(&"") {
            lines.pop();
        }
        let term = |(i, line): (usize, &&str)| {
            T::of_line(line).ok_or_else(|| format!("line {} is {line:?}, expected {}", i + 1, T::expected()))
        };
        lines.iter().enumerate().map(term).collect::<Result<Vec<T>, String>>().map(Self::from)
    }

    /// The terms.
    pub fn terms(&self) -> &[T] {
        &self.terms
    }

    /// The place of a term.
    pub(super) fn place(&self, term: &T) -> Option<usize> {
        let places = || self.terms.iter().enumerate().map(|(i, term)| (term.clone(), i)).collect();
        self.places.get_or_init(places).get(term).copied()
    }
}

impl<T> PartialEq for Vocabulary<T>
where
    T: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl<T> From<Vec<T>> for Vocabulary<T> {
    fn from(terms: Vec<T>) -> Self {
        Self { terms: terms.into(), places: Arc::default() }
    }
}

impl<const N: usize> From<[&str; N]> for Vocabulary<String> {
    fn from(terms: [&str; N]) -> Self {
        terms.map(str::to_owned).to_vec().into()
    }
}

impl<const N: usize> From<[i64; N]> for Vocabulary<i64> {
    fn from(terms: [i64; N]) -> Self {
        terms.to_vec().into()
    }
}

impl<T: Term> Field for Vocabulary<T> {
    fn expected() -> String {
        Vec::<T>::expected()
    }

    fn to_json(&self) -> Json {
        self.terms.iter().map(T::to_json).collect()
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        Ok(Vec::from_json(json, registry)?.map(Self::from))
    }
}
