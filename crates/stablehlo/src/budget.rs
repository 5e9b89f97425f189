//! What reading an input may take: memory, steps, and depth of nesting.
//!
//! A file names sizes, repeats, and compresses: a few bytes can ask for any amount of memory and time.
//! Whoever reads one therefore takes what it asks for from a budget, before it is allocated or done. The
//! budget follows from the size of the file, which is what its reader pays for anyway.
//!
//! ```
//! use stablehlo::budget::Budget;
//! let budget = Budget::of_file(1000);
//! assert!(budget.take(1 << 20, "the array").is_ok());
//! let error = budget.take(1 << 40, "the array").unwrap_err();
//! assert_eq!(error.to_string(), "the array takes 1.0 TiB of memory, more than the 64.0 MiB that this file may take");
//! ```

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The bytes of memory that reading a file may take whatever its size, and those for each byte of it.
const BASE: u64 = 64 << 20;
const PER_BYTE: u64 = 8;
/// The bytes that images, sounds and arrays may have when they are decoded, whatever the size of the file.
const DECODED: u64 = 512 << 20;
/// The steps that a file may ask for, such as calls of layers, whatever its size; and the bytes that give it
/// one more.
const STEPS: u64 = 1 << 15;
const BYTES_PER_STEP: u64 = 64;
/// The depth to which values may be nested.
const DEPTH: usize = 200;
/// The bytes that are read from what is not a file, such as a pipe.
const STREAM: u64 = 4 << 30;

/// What reading one input may still take. Clones are the same budget.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Left>);

#[derive(Debug)]
struct Left {
    limit: u64,
    bytes: AtomicU64,
    steps: AtomicU64,
    depth: AtomicUsize,
}

/// The error of an input that asks for more than its budget has; the message says what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverBudget(String);

impl Budget {
    /// The budget of a file of this size in bytes: 64 MiB of memory, and 8 bytes for each of its own.
    pub fn of_file(size: u64) -> Self {
        Self::new(BASE.saturating_add(size.saturating_mul(PER_BYTE)), size)
    }

    /// The budget of a file of images, sounds or arrays: 512 MiB, or that of [`of_file`](Self::of_file) if it
    /// is larger.
    pub fn of_data(size: u64) -> Self {
        let of_file = BASE.saturating_add(size.saturating_mul(PER_BYTE));
        Self::new(of_file.max(DECODED), size)
    }

    /// A budget of so many bytes of memory.
    pub fn of_bytes(bytes: u64) -> Self {
        Self::new(bytes, 0)
    }

    fn new(limit: u64, size: u64) -> Self {
        let (bytes, steps) = (AtomicU64::new(limit), AtomicU64::new(STEPS + size / BYTES_PER_STEP));
        Self(Arc::new(Left { limit, bytes, steps, depth: AtomicUsize::new(DEPTH) }))
    }

    /// The bytes that are left.
    pub fn left(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// Takes bytes of memory for what is about to be allocated.
    ///
    /// # Errors
    /// If there are not as many left; nothing is taken then.
    pub fn take(&self, bytes: u64, what: impl fmt::Display) -> Result<(), OverBudget> {
        take(&self.0.bytes, bytes).ok_or_else(|| {
            let limit = self.0.limit;
            OverBudget(match bytes > limit {
                true => format!(
                    "{what} takes {} of memory, more than the {} that this file may take",
                    Bytes(bytes),
                    Bytes(limit)
                ),
                false => format!("{what} takes more than the {} of memory that this file may take", Bytes(limit)),
            })
        })
    }

    /// Takes the bytes of so many values of a type.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    pub fn take_array<T>(&self, count: usize, what: impl fmt::Display) -> Result<(), OverBudget> {
        self.take((count as u64).saturating_mul(size_of::<T>() as u64), what)
    }

    /// An empty list with room for so many values, whose bytes are taken.
    ///
    /// # Errors
    /// Those of [`take`](Self::take), and that the machine has not as much memory.
    pub fn list<T>(&self, count: usize, what: impl fmt::Display) -> Result<Vec<T>, OverBudget> {
        self.take_array::<T>(count, &what)?;
        let mut list = Vec::new();
        match list.try_reserve_exact(count) {
            Ok(()) => Ok(list),
            Err(_) => {
                let bytes = Bytes((count as u64).saturating_mul(size_of::<T>() as u64));
                Err(OverBudget(format!("{what} takes {bytes} of memory, which this machine has not left")))
            }
        }
    }

    /// Gives bytes back whose memory has been freed.
    pub fn give_back(&self, bytes: u64) {
        self.0.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// [`take`](Self::take) for memory that is freed when the guard is dropped.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    pub fn lend(&self, bytes: u64, what: impl fmt::Display) -> Result<Lent, OverBudget> {
        self.take(bytes, what)?;
        Ok(Lent(self.clone(), bytes))
    }

    /// Takes steps of work, such as calls of layers.
    ///
    /// # Errors
    /// If there are not as many left.
    pub fn step(&self, steps: u64, what: impl fmt::Display) -> Result<(), OverBudget> {
        take(&self.0.steps, steps)
            .ok_or_else(|| OverBudget(format!("{what} asks for more work than a file of this size may ask for")))
    }

    /// Enters a level of nesting, which ends when the guard is dropped.
    ///
    /// # Errors
    /// If values are nested 200 deep already.
    pub fn nested(&self, what: impl fmt::Display) -> Result<Nested, OverBudget> {
        match take_depth(&self.0.depth) {
            true => Ok(Nested(self.clone())),
            false => Err(OverBudget(format!("{what} is nested more than {DEPTH} deep"))),
        }
    }

    /// All that a reader has, whose bytes are taken as they come; `what` names it in messages.
    ///
    /// # Errors
    /// Those of the reader, and those of [`take`](Self::take).
    pub fn read(&self, reader: impl Read, what: impl fmt::Display) -> io::Result<Vec<u8>> {
        let (mut bytes, left) = (Vec::new(), self.left());
        let read = reader.take(left.saturating_add(1)).read_to_end(&mut bytes)? as u64;
        let over = |_| {
            let limit = Bytes(self.0.limit);
            OverBudget(format!("{what} takes more than the {limit} of memory that this file may take"))
        };
        self.take(read, "").map_err(over).map_err(io::Error::from)?;
        Ok(bytes)
    }
}

/// Subtracts from a counter, unless it has less.
fn take(left: &AtomicU64, count: u64) -> Option<()> {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(count)).ok().map(|_| ())
}

fn take_depth(left: &AtomicUsize) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

/// Bytes that are given back: see [`Budget::lend`].
#[derive(Debug)]
pub struct Lent(Budget, u64);

impl Drop for Lent {
    fn drop(&mut self) {
        self.0.give_back(self.1);
    }
}

/// A level of nesting: see [`Budget::nested`].
#[derive(Debug)]
pub struct Nested(Budget);

impl Drop for Nested {
    fn drop(&mut self) {
        self.0.0.depth.fetch_add(1, Ordering::Relaxed);
    }
}

/// The content of a file, or of what is not one, as [`read_stream`] has it.
///
/// # Errors
/// It cannot be read, or the machine has not as much memory as it has bytes.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let about = file.metadata()?;
    let mut bytes = Vec::new();
    if about.is_file() {
        bytes.try_reserve_exact(usize::try_from(about.len()).unwrap_or(usize::MAX))?;
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    read_stream(file)
}

/// All that comes from what is not a file, such as a pipe: at most 4 GiB.
///
/// # Errors
/// It cannot be read, or there is more.
pub fn read_stream(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(STREAM + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > STREAM {
        true => Err(io::Error::other(format!("it has more than {}, and is not a file", Bytes(STREAM)))),
        false => Ok(bytes),
    }
}

/// The content of a file of text.
///
/// # Errors
/// Those of [`read_file`], and that it is not UTF-8.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let bytes = read_file(path)?;
    String::from_utf8(bytes).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e.utf8_error()))
}

/// A number of bytes as people read it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = self.0 as f64;
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let mut unit = 0;
        while value >= 1024.0 && unit + 1 < units.len() {
            value /= 1024.0;
            unit += 1;
        }
        if unit == 0 { write!(f, "{} bytes", self.0) } else { write!(f, "{value:.1} {}", units[unit]) }
    }
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OverBudget {}

impl From<OverBudget> for String {
    fn from(error: OverBudget) -> Self {
        error.0
    }
}

impl From<OverBudget> for io::Error {
    fn from(error: OverBudget) -> Self {
        io::Error::new(io::ErrorKind::OutOfMemory, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let budget = Budget::of_file(0);
        budget.take(BASE, "a").unwrap();
        assert_eq!((budget.left(), budget.take(1, "b").is_err()), (0, true));
        budget.give_back(10);
        assert!(budget.take(11, "b").is_err() && budget.take(10, "b").is_ok());
        assert!(budget.list::<u64>(1, "c").is_err() && budget.list::<u64>(usize::MAX, "c").is_err());
        assert_eq!(Budget::of_file(u64::MAX).left(), u64::MAX);
    }

    #[test]
    fn a_stream_is_read_up_to_the_budget() {
        let budget = Budget::of_file(0);
        assert_eq!(budget.read(&b"abc"[..], "x").unwrap(), b"abc");
        let message = budget.read(io::repeat(0), "x").unwrap_err().to_string();
        assert_eq!(message, "x takes more than the 64.0 MiB of memory that this file may take");
        assert_eq!(budget.left(), BASE - 3);
    }

    #[test]
    fn levels_end_with_their_guards() {
        let budget = Budget::of_file(0);
        let levels: Vec<Nested> = (0..DEPTH).map(|_| budget.nested("a list").unwrap()).collect();
        assert_eq!(budget.nested("a list").unwrap_err().to_string(), "a list is nested more than 200 deep");
        drop(levels);
        assert!(budget.nested("a list").is_ok());
        assert!(budget.step(STEPS, "a model").is_ok() && budget.step(1, "a model").is_err());
    }

    #[test]
    fn files_are_read_whole_and_folders_are_errors() {
        assert!(read_file(file!().rsplit_once("src").unwrap_or_default().1).is_err());
        assert!(read_file(".").is_err() && read_text("/dev/null").unwrap().is_empty());
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
        assert_eq!(Bytes(5).to_string(), "5 bytes");
    }
}
