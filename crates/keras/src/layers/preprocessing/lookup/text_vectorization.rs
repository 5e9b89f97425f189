//! Texts as numbers of their words.

use serde_json::{Value as Json, json};

use super::encoding::{Encoding, LookupMode};
use super::index_lookup::IndexLookup;
use super::vocabulary::Vocabulary;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::graph::{Layer, Preparation};
use crate::objects::{Field, Registry};
use crate::partial_shape::PartialShape;
use crate::saving::{VOCABULARY, WeightValue};
use crate::shape::Shape;
use crate::strings::{Feature, Strings};

crate::choices! {
    /// What is done to texts before they are split.
    Standardize {
        /// ASCII letters in lower case, and no ASCII punctuation.
        LowerAndStripPunctuation = "lower_and_strip_punctuation",
        /// ASCII letters in lower case.
        Lower = "lower",
        /// No ASCII punctuation.
        StripPunctuation = "strip_punctuation",
    }
}

crate::choices! {
    /// Where texts are split.
    Split {
        /// At ASCII white space.
        Whitespace = "whitespace",
        /// Between characters.
        Character = "character",
    }
}

/// The lengths of groups of consecutive terms that are terms themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ngrams {
    /// All lengths from 1 to this one.
    UpTo(usize),
    /// These lengths.
    Lengths(Vec<usize>),
}

impl From<usize> for Ngrams {
    fn from(longest: usize) -> Self {
        Self::UpTo(longest)
    }
}

impl From<Vec<usize>> for Ngrams {
    fn from(lengths: Vec<usize>) -> Self {
        Self::Lengths(lengths)
    }
}

impl Field for Ngrams {
    fn expected() -> String {
        "a whole number, or a list of them".to_owned()
    }

    fn to_json(&self) -> Json {
        match self {
            Self::UpTo(longest) => json!(longest),
            Self::Lengths(lengths) => json!(lengths),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        Ok(match json {
            Json::Number(_) => usize::from_json(json, registry)?.map(Self::UpTo),
            _ => Vec::from_json(json, registry)?.map(Self::Lengths),
        })
    }
}

impl Ngrams {
    fn is_valid(&self) -> bool {
        match self {
            Self::UpTo(longest) => *longest > 0,
            Self::Lengths(lengths) => !lengths.is_empty() && !lengths.contains(&0),
        }
    }

    /// The groups of the terms of a text: those of the first length, then the others.
    fn groups(&self, terms: &[String]) -> Vec<String> {
        let of_length = |n: usize| terms.windows(n.max(1)).map(|group| group.join(" "));
        match self {
            // No group is longer than the text.
            Self::UpTo(longest) => (1..=terms.len().min(*longest)).flat_map(of_length).collect(),
            Self::Lengths(lengths) => lengths.iter().copied().flat_map(of_length).collect(),
        }
    }
}

crate::layer! {
    /// Texts as the numbers of their words: standardized, split, grouped, and numbered by a vocabulary. 0 is
    /// padding, 1 an unknown word.
    ///
    /// It works on the host ([`apply`](Self::apply)); in a model it takes an input of the model.
    ///
    /// ```
    /// use keras::Array;
    /// use keras::layers::TextVectorization;
    /// let layer = TextVectorization::new().output_sequence_length(4).adapt(["The cat.", "the dog"])?;
    /// assert_eq!(layer.get_vocabulary(true), ["", "[UNK]", "the", "dog", "cat"]);
    /// assert_eq!(layer.apply(["The dog, the bird!"])?, Array::new([1, 4], vec![2, 3, 2, 1])?);
    /// # Ok::<(), keras::Error>(())
    /// ```
    TextVectorization() {
        /// The most terms, with padding and unknown ones, that [`adapt`](Self::adapt) keeps, and that a
        /// vocabulary may have. Default: any number.
        max_tokens: [Option<usize>] = None;
        /// What is done to texts before they are split; none leaves them as they are. Default: lower case,
        /// without punctuation.
        standardize: [Option<Standardize>] = Some(Standardize::LowerAndStripPunctuation);
        /// Where texts are split; with none each is a term. Default: white space.
        split: [Option<Split>] = Some(Split::Whitespace);
        /// Groups of terms that are terms themselves. Default: none.
        ngrams: [Option<Ngrams>] = None;
        /// The encoding. Default: numbers.
        output_mode: [LookupMode] = LookupMode::Int;
        /// The length of rows of numbers, to which they are cut or padded. Default: that of the longest.
        output_sequence_length: [Option<usize>] = None;
        /// If true, vectors have `max_tokens` elements. Default: as many as there are terms.
        pad_to_max_tokens: [bool] = false;
        /// The terms, with or without the special ones at the start. Default: those of
        /// [`adapt`](Self::adapt).
        vocabulary: [Option<Vocabulary<String>>] = None;
        /// False if [`adapt`](Self::adapt) has computed the vocabulary, which `.keras` files have as an asset
        /// then. Default: true.
        has_input_vocabulary: [bool] = true;
        /// The factor of each term of the vocabulary with [`LookupMode::TfIdf`].
        idf_weights: [Option<Vec<f64>>] = None;
        /// Stored in Keras's configuration only: vectors are dense here, of the same numbers. Default: false.
        sparse: [bool] = false;
    }
    fixed { "ragged": false, "encoding": "utf-8", "vocabulary_size": "computed" }
    config |layer, config| {
        config.remove("has_input_vocabulary");
        if !layer.has_input_vocabulary {
            config.set_json("vocabulary", Json::Null);
            config.set_json("idf_weights", Json::Null);
        }
        config.set("vocabulary_size", &layer.vocabulary_size());
    }
    check |layer| { layer.check_settings() }
}

/// The parts of the layer in files of Keras, which has all twice: the layer itself and the lookup within it.
const PARTS: [&str; 2] = ["_lookup_layer", ""];

/// The path of the vocabulary of a part.
fn path(part: &str) -> String {
    if part.is_empty() { VOCABULARY.to_owned() } else { format!("{part}/{VOCABULARY}") }
}

/// The special terms of a text.
struct Special {
    padding: String,
    unknown: String,
}

impl Special {
    fn new() -> Self {
        Self { padding: String::new(), unknown: "[UNK]".to_owned() }
    }
}

impl TextVectorization {
    fn lookup<'a>(&'a self, special: &'a Special) -> IndexLookup<'a, String> {
        IndexLookup {
            layer: "TextVectorization",
            max_tokens: self.max_tokens,
            num_oov_indices: 1,
            mask_token: Some(&special.padding),
            oov_token: Some(&special.unknown),
            vocabulary: self.vocabulary.as_ref(),
            is_adapted: !self.has_input_vocabulary,
            idf_weights: self.idf_weights.as_deref(),
            invert: false,
            mode: self.output_mode,
            pad_to_max_tokens: self.pad_to_max_tokens,
            hashed: true,
            salt: None,
        }
    }

    fn check_settings(&self) -> Result<()> {
        if self.output_mode != LookupMode::Int && self.output_sequence_length.is_some() {
            let mode = self.output_mode.name();
            return Err(Error::argument(format!(
                "TextVectorization: `output_sequence_length` belongs to `output_mode` 'int'; received '{mode}'"
            )));
        }
        if self.ngrams.as_ref().is_some_and(|ngrams| !ngrams.is_valid()) {
            let ngrams = &self.ngrams;
            return Err(Error::argument(format!(
                "TextVectorization: `ngrams` are positive numbers; received {ngrams:?}"
            )));
        }
        self.lookup(&Special::new()).check()
    }

    /// Sets the vocabulary to the words of texts, the most frequent first. A second call forgets the first
    /// one's words.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the vocabulary was set otherwise.
    pub fn adapt(self, texts: impl Into<Strings>) -> Result<Self> {
        let texts: Strings = texts.into();
        self.adapt_batches([Ok(texts)])
    }

    /// [`adapt`](Self::adapt) to texts in batches, which need not fit into memory.
    ///
    /// ```
    /// use keras::layers::TextVectorization;
    /// let batches = [["a good film", "a bad film"], ["Good!", "a film"]];
    /// let words = TextVectorization::new().adapt_batches(batches.into_iter().map(Ok))?;
    /// assert_eq!(words.get_vocabulary(false), ["film", "a", "good", "bad"]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`adapt`](Self::adapt) and of the batches.
    pub fn adapt_batches<B: Into<Strings>>(mut self, batches: impl IntoIterator<Item = Result<B>>) -> Result<Self> {
        let (vocabulary, weights) = self.lookup(&Special::new()).adapted(|counts| {
            for batch in batches {
                self.documents(&batch?.into())?.iter().for_each(|document| counts.add(document));
            }
            Ok(())
        })?;
        (self.vocabulary, self.idf_weights, self.has_input_vocabulary) = (Some(vocabulary), weights, false);
        self.check_settings()?;
        Ok(self)
    }

    /// The numbers of the words of texts, encoded.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no vocabulary where one is needed,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if texts are not of shape `[rows]` or `[rows, 1]`.
    pub fn apply(&self, texts: impl Into<Strings>) -> Result<Array> {
        self.prepare(&[texts.into().into()])
    }

    /// The terms in the order of their numbers, with or without padding and the unknown word.
    pub fn get_vocabulary(&self, include_special_tokens: bool) -> Vec<String> {
        self.lookup(&Special::new()).get_vocabulary(include_special_tokens)
    }

    /// The number of terms, with padding and the unknown word.
    pub fn vocabulary_size(&self) -> usize {
        self.lookup(&Special::new()).vocabulary_size()
    }

    /// The terms of each text.
    fn documents(&self, texts: &Strings) -> Result<Vec<Vec<String>>> {
        let row: usize = texts.row_dims().iter().product();
        if self.split.is_some() && row != 1 || texts.dims().len() > 2 {
            let dims = texts.dims();
            return Err(Error::shape(format!(
                "TextVectorization splits texts of shape [rows] or [rows, 1]; received {dims:?}"
            )));
        }
        let grouped = |terms: Vec<String>| match &self.ngrams {
            Some(ngrams) => ngrams.groups(&terms),
            None => terms,
        };
        let of_row = |row: &[String]| grouped(row.iter().flat_map(|text| self.split_text(text)).collect());
        Ok(texts.values().chunks(row.max(1)).map(of_row).collect())
    }

    /// The terms of a text, standardized.
    fn split_text(&self, text: &str) -> Vec<String> {
        let (mut lower, mut strip) = (true, true);
        match self.standardize {
            None => (lower, strip) = (false, false),
            Some(Standardize::Lower) => strip = false,
            Some(Standardize::StripPunctuation) => lower = false,
            Some(Standardize::LowerAndStripPunctuation) => {}
        }
        let kept = text.chars().filter(|c| !(strip && c.is_ascii_punctuation()));
        let text: String = kept.map(|c| if lower { c.to_ascii_lowercase() } else { c }).collect();
        let is_space = |c: char| c.is_ascii_whitespace() || c == '\x0b';
        match self.split {
            Some(Split::Whitespace) => text.split(is_space).filter(|s| !s.is_empty()).map(str::to_owned).collect(),
            Some(Split::Character) => text.chars().map(String::from).collect(),
            None => vec![text],
        }
    }

    /// Rows of numbers of one length.
    fn padded(&self, rows: &[Vec<i64>]) -> Result<Array> {
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = self.output_sequence_length.unwrap_or(longest);
        let padded = rows.iter().flat_map(|row| row.iter().copied().chain(std::iter::repeat(0)).take(length));
        Array::new([rows.len(), length], padded.map(|number| number as i32).collect::<Vec<i32>>())
    }
}

impl Preparation for TextVectorization {
    fn prepared_shape(&self, inputs: &[Shape]) -> Result<PartialShape> {
        self.check_settings()?;
        if self.output_mode == LookupMode::Int {
            return Ok(PartialShape::from([self.output_sequence_length]));
        }
        let depth = self.lookup(&Special::new()).encoding(&[])?.depth;
        match inputs[0].num_elements() {
            1 => Ok(PartialShape::from([depth])),
            _ => Err(Error::shape(format!("TextVectorization takes one text for each row, not {}", inputs[0]))),
        }
    }

    fn prepare(&self, inputs: &[Feature]) -> Result<Array> {
        self.check_settings()?;
        let [Feature::Strings(texts)] = inputs else {
            return Err(Error::argument("TextVectorization takes one input, of strings"));
        };
        let special = Special::new();
        let lookup = self.lookup(&special);
        let rows: Vec<Vec<i64>> =
            self.documents(texts)?.iter().map(|terms| lookup.numbers(terms)).collect::<Result<_>>()?;
        if self.output_mode == LookupMode::Int {
            return self.padded(&rows);
        }
        let weights = lookup.weights();
        let encoding: Encoding<'_> = lookup.encoding(&weights)?;
        if self.output_mode != LookupMode::OneHot {
            return encoding.rows(rows.iter().map(Vec::as_slice), vec![rows.len(), encoding.depth]);
        }
        // A vector for each term; rows that are shorter have vectors without a one.
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let padded: Vec<i64> =
            rows.iter().flat_map(|row| row.iter().copied().chain(std::iter::repeat(-1)).take(longest)).collect();
        encoding.rows(padded.chunks(1), vec![rows.len(), longest, encoding.depth])
    }

    fn assets(&self) -> Vec<(String, String)> {
        let terms = self.lookup(&Special::new()).asset();
        PARTS.iter().filter_map(|part| Some((path(part), terms.clone()?))).collect()
    }

    fn states(&self) -> Vec<WeightValue> {
        PARTS.iter().filter_map(|part| self.lookup(&Special::new()).state(part)).collect()
    }
}

impl Layer for TextVectorization {
    fn preparation(&self) -> Option<&dyn Preparation> {
        Some(self)
    }
}
