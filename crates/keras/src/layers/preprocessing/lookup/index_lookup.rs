//! What layers with a vocabulary share: the numbers of terms, and the vocabulary of data.

use std::collections::{HashMap, HashSet};

use super::encoding::{Encoding, LookupMode};
use super::hashing::bucket;
use super::vocabulary::{Term, Vocabulary};
use crate::error::{Error, Result};
use crate::saving::{IDF_WEIGHTS, WeightValue};

/// The settings of a layer with a vocabulary.
pub(super) struct IndexLookup<'a, T: Term> {
    /// The layer's class, in messages.
    pub layer: &'static str,
    pub max_tokens: Option<usize>,
    pub num_oov_indices: usize,
    pub mask_token: Option<&'a T>,
    pub oov_token: Option<&'a T>,
    pub vocabulary: Option<&'a Vocabulary<T>>,
    /// True if [`adapted`](Self::adapted) has computed the vocabulary.
    pub is_adapted: bool,
    pub idf_weights: Option<&'a [f64]>,
    pub invert: bool,
    pub mode: LookupMode,
    pub pad_to_max_tokens: bool,
    /// True if integers that are unknown are numbered by their hash, not modulo the number of places.
    pub hashed: bool,
    pub salt: Option<[u64; 2]>,
}

/// A vocabulary that data have, and the weights of its terms with [`LookupMode::TfIdf`].
pub(super) type Adapted<T> = (Vocabulary<T>, Option<Vec<f64>>);

impl<'a, T: Term> IndexLookup<'a, T> {
    /// The number of the first unknown term: after that of the mask.
    fn oov_start(&self) -> usize {
        usize::from(self.mask_token.is_some() && self.mode == LookupMode::Int)
    }

    /// The number of the vocabulary's first term.
    pub fn token_start(&self) -> usize {
        self.oov_start() + self.num_oov_indices
    }

    /// The terms that come before those of the vocabulary.
    fn special(&self) -> Vec<Option<&'a T>> {
        let mut special = vec![self.mask_token; self.oov_start()];
        special.resize(self.token_start(), self.oov_token);
        special
    }

    /// How many of the given terms are special ones at the start of the vocabulary: all or none.
    fn given_special(&self) -> usize {
        let terms = self.vocabulary.map_or(&[][..], Vocabulary::terms);
        let special = self.special();
        let starts = terms.len() >= special.len() && terms.iter().map(Some).zip(&special).all(|(t, s)| t == *s);
        if starts { special.len() } else { 0 }
    }

    /// The terms of the vocabulary without the special ones.
    fn tokens(&self) -> &'a [T] {
        self.vocabulary.map_or(&[][..], |vocabulary| &vocabulary.terms()[self.given_special()..])
    }

    /// The number of terms, with the special ones.
    pub fn vocabulary_size(&self) -> usize {
        self.token_start() + self.tokens().len()
    }

    /// The terms in the order of their numbers.
    pub fn get_vocabulary(&self, include_special_tokens: bool) -> Vec<T> {
        let special = self.special().into_iter().flatten().filter(|_| include_special_tokens);
        special.chain(self.tokens()).cloned().collect()
    }

    /// The file of the vocabulary, unless it is a setting.
    pub fn asset(&self) -> Option<String> {
        let is_setting = self.vocabulary.is_some() && !self.is_adapted;
        let line = |term: &T| term.to_string();
        (!is_setting).then(|| self.get_vocabulary(true).iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// The data set of the weights of terms, in a part of the layer.
    pub fn state(&self, part: &str) -> Option<WeightValue> {
        let weights = self.weights();
        let state = WeightValue::new(IDF_WEIGHTS, [weights.len()], weights).part(part);
        (self.mode == LookupMode::TfIdf).then_some(state)
    }

    fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::argument(format!("{}: {message}", self.layer))
    }

    /// Refuses settings that contradict each other, and vocabularies that Keras refuses.
    pub fn check(&self) -> Result<()> {
        let (mode, int) = (self.mode.name(), self.mode == LookupMode::Int);
        if let Some(most @ 0..=1) = self.max_tokens {
            return Err(self.error(format_args!("if set, `max_tokens` must be greater than 1; received {most}")));
        }
        if self.pad_to_max_tokens && self.max_tokens.is_none() {
            return Err(self.error("with `pad_to_max_tokens`, set `max_tokens`"));
        }
        if self.invert && !int {
            return Err(self.error(format_args!("`output_mode` must be 'int' with `invert`; received '{mode}'")));
        }
        if self.idf_weights.is_some() != (self.mode == LookupMode::TfIdf && self.vocabulary.is_some()) {
            return Err(self.error(format_args!(
                "`idf_weights` belong to a vocabulary with `output_mode` 'tf_idf'; received `output_mode` '{mode}'"
            )));
        }
        if self.salt.is_some() && T::IS_INTEGER && !self.hashed {
            return Err(self.error("`salt` can only be used with `oov_method` 'farmhash'"));
        }
        self.vocabulary.map_or(Ok(()), |vocabulary| self.check_vocabulary(vocabulary))
    }

    fn check_vocabulary(&self, vocabulary: &Vocabulary<T>) -> Result<()> {
        let tokens = self.tokens();
        if vocabulary.terms().is_empty() && !self.is_adapted {
            return Err(self.error("cannot set an empty vocabulary"));
        }
        let mut seen = HashSet::new();
        let repeated: Vec<&T> = tokens.iter().filter(|term| !seen.insert(*term)).collect();
        if !repeated.is_empty() {
            return Err(self.error(format_args!("the vocabulary has terms more than once: {repeated:?}")));
        }
        // An unknown term stands for itself in the inverse function alone.
        let reserved = [("mask", self.mask_token), ("OOV", self.oov_token.filter(|_| self.invert))];
        for (what, token) in reserved {
            let Some(token) = token.filter(|token| seen.contains(token)) else { continue };
            let at = vocabulary.terms().iter().rposition(|term| term == token).unwrap_or(0);
            return Err(self.error(format_args!(
                "found the reserved {what} token {token:?} at index {at} of the vocabulary. Remove all mask and OOV \
                 tokens, or give them only at the start, in this order: {:?}",
                self.special().into_iter().flatten().collect::<Vec<_>>()
            )));
        }
        let size = self.vocabulary_size();
        if let Some(most) = self.max_tokens.filter(|most| size > *most) {
            return Err(self.error(format_args!(
                "the vocabulary is larger than `max_tokens`: {size} terms with the special ones, at most {most}"
            )));
        }
        match self.idf_weights {
            Some(weights) if weights.len() != vocabulary.terms().len() => Err(self.error(format_args!(
                "`idf_weights` must be as many as the terms of the vocabulary: {} for {}",
                weights.len(),
                vocabulary.terms().len()
            ))),
            _ => Ok(()),
        }
    }

    /// The elements of encoded vectors.
    ///
    /// # Errors
    /// If they depend on a vocabulary that is not there.
    fn depth(&self) -> Result<usize> {
        match self.max_tokens {
            Some(most) if self.pad_to_max_tokens => Ok(most),
            _ if self.mode == LookupMode::Int => Ok(0),
            _ if self.vocabulary.is_none() => {
                let mode = self.mode.name();
                Err(self.error(format_args!(
                    "`output_mode` '{mode}' needs a vocabulary: set `vocabulary`, or call `adapt`"
                )))
            }
            _ => Ok(self.vocabulary_size()),
        }
    }

    /// The encoding of numbers, of which `weights` are the factors.
    pub fn encoding<'w>(&self, weights: &'w [f32]) -> Result<Encoding<'w>> {
        let weights = (self.mode == LookupMode::TfIdf).then_some(weights);
        Ok(Encoding { layer: self.layer, mode: self.mode, depth: self.depth()?, weights })
    }

    /// The factors of [`LookupMode::TfIdf`], those of unknown terms the mean of the others.
    pub fn weights(&self) -> Vec<f32> {
        let Some(weights) = self.idf_weights.filter(|_| self.mode == LookupMode::TfIdf) else { return Vec::new() };
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        let missing = if self.given_special() > 0 { 0 } else { self.token_start() };
        let mut all: Vec<f32> = vec![mean as f32; missing];
        all.extend(weights.iter().map(|weight| *weight as f32));
        all.resize(self.depth().unwrap_or(0).max(all.len()), 0.0);
        all
    }

    /// The numbers of terms; -1 for the mask where it has none.
    ///
    /// # Errors
    /// If a term is unknown, and there is no place for unknown ones.
    pub fn numbers(&self, terms: &[T]) -> Result<Vec<i64>> {
        let (special, start) = (self.given_special(), self.token_start());
        let known = |term: &T| Some(start + self.vocabulary?.place(term)?.checked_sub(special)?);
        let mut unknown = Vec::new();
        let number = |term: &T| -> i64 {
            if self.mask_token == Some(term) {
                return if self.mode == LookupMode::Int { 0 } else { -1 };
            }
            if let Some(number) = known(term) {
                return number as i64;
            }
            if self.num_oov_indices == 0 {
                unknown.push(term.clone());
            }
            (self.oov_start() as u64 + self.place_of_unknown(term)) as i64
        };
        let numbers = terms.iter().map(number).collect();
        if unknown.is_empty() {
            return Ok(numbers);
        }
        unknown.truncate(10);
        Err(self.error(format_args!(
            "with `num_oov_indices` 0 all terms should be in the vocabulary; {unknown:?} are not. Set it to 1 or more"
        )))
    }

    /// Which of the places of unknown terms a term has.
    fn place_of_unknown(&self, term: &T) -> u64 {
        let count = self.num_oov_indices as u64;
        match term.modulo(count.max(1)) {
            _ if count < 2 => 0,
            Some(place) if !self.hashed => place,
            _ => bucket(&term.bytes(), self.salt, count),
        }
    }

    /// The terms of numbers, for [`invert`](Self::invert).
    pub fn terms(&self, numbers: &[i64]) -> Result<Vec<T>> {
        let (start, tokens) = (self.token_start(), self.tokens());
        let unknown =
            || self.oov_token.cloned().ok_or_else(|| self.error("a number without a term needs an `oov_token`"));
        let term = |number: &i64| match (number, self.mask_token) {
            (0, Some(mask)) => Ok(mask.clone()),
            _ => {
                let place = usize::try_from(*number).ok().and_then(|number| number.checked_sub(start));
                place.and_then(|place| tokens.get(place)).cloned().map_or_else(unknown, Ok)
            }
        };
        numbers.iter().map(term).collect()
    }

    /// The vocabulary of the documents that `count` adds to the counts: the terms in descending order of how
    /// often they occur, then of themselves, up to `max_tokens` with the special ones.
    ///
    /// # Errors
    /// If the layer has a vocabulary that data did not give it, and those of `count`.
    pub fn adapted(&self, count: impl FnOnce(&mut Counts<T>) -> Result<()>) -> Result<Adapted<T>> {
        if self.vocabulary.is_some() && !self.is_adapted {
            return Err(self.error("cannot adapt a layer whose vocabulary is set; create it without `vocabulary`"));
        }
        let mut counts = Counts { terms: HashMap::new(), documents: 0 };
        count(&mut counts)?;
        let Counts { terms: mut counts, documents } = counts;
        for token in [self.mask_token, self.oov_token].into_iter().flatten() {
            counts.remove(token);
        }
        let mut terms: Vec<(T, (u64, u64))> = counts.into_iter().collect();
        terms.sort_unstable_by(|(a, (of_a, _)), (b, (of_b, _))| (of_b, b).cmp(&(of_a, a)));
        if let Some(most) = self.max_tokens {
            terms.truncate(most.saturating_sub(self.token_start()));
        }
        let rarity = |(_, (_, containing)): &(T, (u64, u64))| (1.0 + documents as f64 / (1 + containing) as f64).ln();
        let weights = (self.mode == LookupMode::TfIdf).then(|| terms.iter().map(rarity).collect());
        Ok((terms.into_iter().map(|(term, _)| term).collect::<Vec<T>>().into(), weights))
    }
}

/// How often terms occur in documents.
pub(super) struct Counts<T> {
    /// How often a term occurs, and in how many documents.
    terms: HashMap<T, (u64, u64)>,
    documents: u64,
}

impl<T: Term> Counts<T> {
    /// Counts the terms of a document.
    pub fn add(&mut self, document: &[T]) {
        self.documents += 1;
        let mut seen: HashSet<&T> = HashSet::new();
        for term in document {
            let new = u64::from(seen.insert(term));
            match self.terms.get_mut(term) {
                Some((count, containing)) => (*count, *containing) = (*count + 1, *containing + new),
                None => drop(self.terms.insert(term.clone(), (1, new))),
            }
        }
    }
}
