//! Hostile files by rules: a valid file with what says its structure replaced, repeated, moved or cut off.
//!
//! Everything follows from the file and a number: the same files are made each time.

/// Numbers that ask for much, or that nobody expects.
const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    0x7f,
    0xff,
    0x7fff,
    0xffff,
    100_000_000,
    i32::MAX as u64,
    u32::MAX as u64,
    1 << 32,
    i64::MAX as u64,
    u64::MAX - 7,
    u64::MAX,
];

/// What takes the place of a number or a word in a text.
const WORDS: [&str; 20] = [
    "0",
    "-1",
    "1e999",
    "-1e-999",
    "NaN",
    "-Infinity",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "[1,2,3]",
    "\"x\"",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "0.5",
    "100000000",
];

/// The bytes that repeating adds at most.
const REPEATED: usize = 1 << 20;

/// An xorshift generator.
struct Random(u64);

impl Random {
    fn of(name: &str, number: usize) -> Self {
        let hash = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        let mut random = Self((seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1);
        // The first numbers of similar seeds are similar.
        for _ in 0..8 {
            random.below(1);
        }
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// A power of two, small ones as often as large ones, up to `limit`.
    fn power(&mut self, limit: usize) -> usize {
        let bits = limit.max(1).ilog2() as usize;
        1 << self.below(bits + 1)
    }
}

/// A change of a file's content.
pub type Change = Box<dyn Fn(&mut Vec<u8>)>;

/// A valid file, of which hostile ones are made.
pub struct Seed {
    /// What the names of the files begin with, and their ending.
    pub name: &'static str,
    /// The ending of the names.
    pub ending: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
    /// Whether the first byte of a number is the most significant one.
    pub is_big: bool,
    /// Makes checksums right again.
    pub finish: Change,
}

impl Seed {
    /// A file without checksums, whose numbers begin with the least significant byte.
    pub fn new(name: &'static str, ending: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, ending, bytes, is_big: false, finish: Box::new(|_| ()) }
    }

    /// The names and contents of `count` files: numbers of 1 to 8 bytes become others, places within the file
    /// become other places (cycles, overlaps), parts are repeated, moved and left out, and the file ends.
    pub fn files(&self, count: usize) -> Vec<(String, Vec<u8>)> {
        let places = self.places();
        (0..count)
            .map(|number| {
                let mut random = Random::of(self.name, number);
                let mut bytes = self.bytes.clone();
                for _ in 0..=random.below(2) {
                    self.change(number % 8, &places, &mut random, &mut bytes);
                }
                (self.finish)(&mut bytes);
                (format!("{}_{}_{number}.{}", self.name, number % 8, self.ending), bytes)
            })
            .collect()
    }

    fn change(&self, rule: usize, places: &[(usize, usize)], random: &mut Random, bytes: &mut Vec<u8>) {
        let at = random.below(bytes.len());
        let length = random.power(256).min(bytes.len() - at);
        match rule {
            0 | 1 => {
                let width = 1 << random.below(4);
                let at = if random.below(2) == 0 { at } else { at / width * width };
                let number = match random.below(NUMBERS.len() + 1) {
                    0 => bytes.len() as u64,
                    n => NUMBERS[n - 1],
                };
                self.set(bytes, at, width, number);
            }
            2 | 3 if !places.is_empty() => {
                let (from, to) = (places[random.below(places.len())], places[random.below(places.len())]);
                let value = self.get(bytes, from.0, from.1);
                let value = if rule == 2 { value } else { value.wrapping_add([1, 8, u64::MAX][random.below(3)]) };
                self.set(bytes, to.0, to.1, value);
            }
            4 => bytes.truncate(at),
            5 => {
                let times = random.power(REPEATED / length.max(1));
                let part = bytes[at..at + length].repeat(times);
                bytes.splice(at..at, part);
            }
            6 => {
                let part = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len() - length + 1);
                bytes[to..to + length].copy_from_slice(&part);
            }
            7 => drop(bytes.drain(at..at + length)),
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }

    /// Numbers of 4 and 8 bytes that may be places within the file, or lengths.
    fn places(&self) -> Vec<(usize, usize)> {
        let is_place = |at: usize, width: usize| {
            at + width <= self.bytes.len() && (4..=self.bytes.len() as u64).contains(&self.get(&self.bytes, at, width))
        };
        let all = (0..self.bytes.len()).flat_map(|at| [(at, 4), (at, 8)]);
        all.filter(|(at, width)| is_place(*at, *width)).collect()
    }

    fn get(&self, bytes: &[u8], at: usize, width: usize) -> u64 {
        let part = bytes.get(at..at + width).unwrap_or_default();
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if self.is_big { part.iter().fold(0, add) } else { part.iter().rev().fold(0, add) }
    }

    fn set(&self, bytes: &mut [u8], at: usize, width: usize, number: u64) {
        let little = number.to_le_bytes();
        for (i, byte) in bytes.iter_mut().skip(at).take(width).enumerate() {
            *byte = little[if self.is_big { width - 1 - i } else { i }];
        }
    }
}

/// Texts made of a valid one: numbers and words become others, and words, marks and lines are repeated,
/// exchanged, left out and cut off.
pub fn texts(name: &str, text: &str, count: usize) -> Vec<String> {
    let tokens = tokens(text);
    let words: Vec<usize> =
        (0..tokens.len()).filter(|i| tokens[*i].starts_with(|c: char| c.is_alphanumeric() || c == '"')).collect();
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|i| tokens[*i].starts_with(|c: char| c.is_ascii_digit())).collect();
    (0..count)
        .map(|number| {
            let mut random = Random::of(name, number);
            let mut new: Vec<String> = tokens.iter().map(|token| (*token).to_owned()).collect();
            let pick = |random: &mut Random, of: &[usize]| of.get(random.below(of.len())).copied().unwrap_or(0);
            let at = random.below(new.len());
            match number % 8 {
                0 | 1 => new[pick(&mut random, &numbers)] = WORDS[random.below(WORDS.len())].into(),
                2 => new[pick(&mut random, &words)] = WORDS[random.below(WORDS.len())].into(),
                3 => {
                    let (one, other) = (pick(&mut random, &words), pick(&mut random, &words));
                    new.swap(one, other);
                }
                4 => new.truncate(at),
                5 => {
                    let times = random.power(REPEATED / new[at].len().max(1));
                    new[at] = new[at].repeat(times);
                }
                6 => {
                    let part = new[at..(at + random.power(64)).min(new.len())].concat();
                    let times = random.power(REPEATED / part.len().max(1));
                    new.insert(at, part.repeat(times));
                }
                _ => drop(new.drain(at..(at + random.power(16)).min(tokens.len()))),
            }
            new.concat()
        })
        .collect()
}

/// Words, numbers, texts in quotation marks, and single characters of others.
fn tokens(text: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let length = match first {
            '"' => rest[1..].find('"').map_or(1, |end| end + 2),
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        let (token, others) = rest.split_at(length);
        tokens.push(token);
        rest = others;
    }
    tokens
}
