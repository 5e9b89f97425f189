//! Texts as numbers of words: the reviews of IMDB and the news of Reuters, as in `keras.datasets`.

use std::collections::{BTreeMap, HashMap};

use keras::utils::MersenneTwister;
use keras::{Array, json};
use serde_json::Value as Json;

use crate::array_file;
use crate::error::DataError;
use crate::npy;
use crate::options::Options;
use crate::pickle::Pickle;
use crate::stored::StoredFile;

/// Which words a text has, with Keras's defaults.
#[derive(Clone, Debug)]
pub struct Words {
    /// The number of words: rarer ones are `oov_char`. Default: the greatest number that occurs.
    pub num_words: Option<i32>,
    /// The number of the most frequent words that are `oov_char`. Default: 0.
    pub skip_top: i32,
    /// Texts that are not shorter are left out. Default: none is.
    pub maxlen: Option<usize>,
    /// The seed of the order. Default: 113.
    pub seed: u32,
    /// The number at the beginning of each text. Default: 1.
    pub start_char: Option<i32>,
    /// The number of words that are left out; without one, they are not in the text. Default: 2.
    pub oov_char: Option<i32>,
    /// What is added to the numbers of words. Default: 3.
    pub index_from: i32,
}

impl Default for Words {
    fn default() -> Self {
        let (start_char, oov_char) = (Some(1), Some(2));
        Self { num_words: None, skip_top: 0, maxlen: None, seed: 113, start_char, oov_char, index_from: 3 }
    }
}

/// Texts and their classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequences {
    /// The numbers of the words of each text.
    pub x: Vec<Vec<i32>>,
    /// The class of each text.
    pub y: Vec<i32>,
}

impl Sequences {
    /// The texts in an array of shape `[texts, length]`: the last words of longer texts, and zeros before the
    /// words of shorter ones, as `keras.utils.pad_sequences` does.
    ///
    /// ```
    /// use datasets::sequences::Sequences;
    /// let texts = Sequences { x: vec![vec![1, 5, 6, 7], vec![1, 4]], y: vec![0, 1] };
    /// assert_eq!(texts.padded(3)?.row(1), Some(vec![0.0, 1.0, 4.0]));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](keras::ErrorKind::Shape) if there are no texts.
    pub fn padded(&self, length: usize) -> keras::Result<Array> {
        let mut values = vec![0i32; self.x.len() * length];
        for (row, text) in values.chunks_exact_mut(length.max(1)).zip(&self.x) {
            let words = &text[text.len().saturating_sub(length)..];
            row[length - words.len()..].copy_from_slice(words);
        }
        Array::new([self.x.len(), length], values)
    }
}

/// Two arrays of a file: lists of integers, and integers.
struct Texts<'f> {
    file: &'f str,
    members: BTreeMap<String, Vec<u8>>,
}

impl Texts<'_> {
    /// The texts and the labels under these names, in the order that the generator draws.
    fn shuffled(&self, x: &str, y: &str, rng: &mut MersenneTwister) -> Result<Sequences, DataError> {
        let (lists, labels) = (self.lists(x)?, self.numbers(y)?);
        if lists.len() != labels.len() {
            let reason = format!("{x} has {} texts, and {y} {}", lists.len(), labels.len());
            return Err(DataError::malformed(self.file, reason));
        }
        let mut all: Vec<(Vec<i32>, i32)> = lists.into_iter().zip(labels).collect();
        rng.shuffle(&mut all);
        let (x, y) = all.into_iter().unzip();
        Ok(Sequences { x, y })
    }

    fn member(&self, name: &str) -> Result<&[u8], DataError> {
        let missing = || DataError::malformed(self.file, format!("it has no array {name}"));
        self.members.get(name).map(Vec::as_slice).ok_or_else(missing)
    }

    /// An array of lists, which NumPy stores as a pickle.
    fn lists(&self, name: &str) -> Result<Vec<Vec<i32>>, DataError> {
        let (file, bytes) = (format!("{}:{name}", self.file), self.member(name)?);
        let header = npy::Header::parse(&file, bytes)?;
        if header.kind != "O" {
            return Err(DataError::malformed(&file, format!("elements of type {} are no lists", header.kind)));
        }
        let pickle = Pickle::parse(&bytes[header.start..]).map_err(|e| DataError::malformed(&file, e.to_string()))?;
        let lists = pickle.root().lists().ok_or_else(|| DataError::malformed(&file, "it has no lists of integers"))?;
        let small = |list: Vec<i64>| list.into_iter().map(|value| i32::try_from(value).ok()).collect::<Option<_>>();
        let lists: Option<Vec<Vec<i32>>> = lists.into_iter().map(small).collect();
        lists.ok_or_else(|| DataError::malformed(&file, "a number of a word does not fit 32 bits"))
    }

    fn numbers(&self, name: &str) -> Result<Vec<i32>, DataError> {
        let file = format!("{}:{name}", self.file);
        let array = npy::Array::parse(&file, self.member(name)?)?;
        let small = |value: i128| i32::try_from(value).map_err(|_| DataError::malformed(&file, "a label is too large"));
        array.integers(&file)?.map(small).collect()
    }
}

impl Words {
    /// Marks the beginnings of texts, moves the numbers of words, and leaves out long texts.
    fn marked(&self, texts: Sequences) -> Sequences {
        let mark = |text: Vec<i32>| -> Vec<i32> {
            self.start_char.into_iter().chain(text.iter().map(|word| word.saturating_add(self.index_from))).collect()
        };
        let all = texts.x.into_iter().map(mark).zip(texts.y);
        let (x, y) = all.filter(|(text, _)| self.maxlen.is_none_or(|maxlen| text.len() < maxlen)).unzip();
        Sequences { x, y }
    }

    /// Replaces the words that are left out.
    fn replace(&self, parts: &mut [&mut Sequences]) {
        let greatest = parts.iter().flat_map(|part| part.x.iter().flatten()).max().copied();
        let known = self.skip_top..self.num_words.filter(|words| *words != 0).or(greatest).unwrap_or(0);
        for text in parts.iter_mut().flat_map(|part| &mut part.x) {
            match self.oov_char {
                Some(oov) => text.iter_mut().filter(|word| !known.contains(*word)).for_each(|word| *word = oov),
                None => text.retain(|word| known.contains(word)),
            }
        }
    }
}

fn members(file: &str, bytes: Vec<u8>) -> Result<Texts<'_>, DataError> {
    Ok(Texts { file, members: array_file::npz_members(file, bytes)? })
}

fn word_index(stored: &StoredFile, options: &Options) -> Result<HashMap<String, i32>, DataError> {
    let (file, bytes) = stored.read(options)?;
    let malformed = |reason: String| DataError::malformed(&file, reason);
    let index = json::parse(&bytes).map_err(malformed)?;
    let number = |(word, number): (&String, &Json)| Some((word.clone(), i32::try_from(number.as_i64()?).ok()?));
    let numbers = index.as_object().and_then(|words| words.iter().map(number).collect());
    numbers.ok_or_else(|| malformed("it is not an object of words with their numbers".into()))
}

/// 25,000 + 25,000 reviews of films, of which 1 is good and 0 bad (A. Maas and others, 2011).
pub mod imdb {
    use super::*;

    /// The reviews for training and those for tests.
    ///
    /// # Errors
    /// See [`DataError`]. [`DataError::Malformed`] if `maxlen` leaves out all reviews of a part.
    pub fn load_data(words: &Words, options: &Options) -> Result<[Sequences; 2], DataError> {
        let stored = StoredFile {
            dataset: "imdb",
            name: "imdb.npz",
            sha256: Some("69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f"),
        };
        let (file, bytes) = stored.read(options)?;
        let texts = members(&file, bytes)?;
        let mut rng = MersenneTwister::numpy(words.seed);
        let mut train = words.marked(texts.shuffled("x_train", "y_train", &mut rng)?);
        let mut test = words.marked(texts.shuffled("x_test", "y_test", &mut rng)?);
        if train.x.is_empty() || test.x.is_empty() {
            return Err(DataError::malformed(&file, format!("no text is shorter than maxlen={:?}", words.maxlen)));
        }
        words.replace(&mut [&mut train, &mut test]);
        Ok([train, test])
    }

    /// The number of each word, without `index_from`. The file is not downloaded.
    ///
    /// # Errors
    /// See [`DataError`].
    pub fn get_word_index(options: &Options) -> Result<HashMap<String, i32>, DataError> {
        word_index(&StoredFile { dataset: "imdb", name: "imdb_word_index.json", sha256: None }, options)
    }
}

/// 11,228 news in 46 classes.
pub mod reuters {
    use super::*;

    /// The news for training, and those for tests: the part `test_split`, of which Keras's default is 0.2.
    ///
    /// # Errors
    /// See [`DataError`].
    pub fn load_data(words: &Words, test_split: f64, options: &Options) -> Result<[Sequences; 2], DataError> {
        let stored = StoredFile {
            dataset: "reuters",
            name: "reuters.npz",
            sha256: Some("d6586e694ee56d7a4e65172e12b3e987c03096cb01eab99753921ef915959916"),
        };
        if !(0.0..=1.0).contains(&test_split) {
            return Err(DataError::malformed(stored.name, format!("test_split must be from 0 to 1, not {test_split}")));
        }
        let (file, bytes) = stored.read(options)?;
        let mut rng = MersenneTwister::numpy(words.seed);
        let mut train = words.marked(members(&file, bytes)?.shuffled("x", "y", &mut rng)?);
        words.replace(&mut [&mut train]);
        let count = (train.x.len() as f64 * (1.0 - test_split)) as usize;
        let test = Sequences { x: train.x.split_off(count), y: train.y.split_off(count) };
        Ok([train, test])
    }

    /// The number of each word, without `index_from`. The file is not downloaded.
    ///
    /// # Errors
    /// See [`DataError`].
    pub fn get_word_index(options: &Options) -> Result<HashMap<String, i32>, DataError> {
        word_index(&StoredFile { dataset: "reuters", name: "reuters_word_index.json", sha256: None }, options)
    }
}
