//! Damaged bytes yield an error or images, never a panic.

use datasets::parse::{Format, parse};

use crate::fixtures::*;

/// An xorshift generator with a fixed seed, so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// Truncates, flips, overwrites or repeats parts of the bytes, headers more often than data.
    fn damage(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let reach = if self.below(3) > 0 { bytes.len().min(300) } else { bytes.len() };
            if reach == 0 {
                break;
            }
            let at = self.below(reach);
            match self.below(5) {
                0 => bytes.truncate(at),
                1 => bytes[at] ^= 1 << self.below(8),
                2 => bytes[at] = self.below(256) as u8,
                3 => drop(bytes.drain(at..(at + self.below(9)).min(bytes.len()))),
                _ => {
                    let copy = bytes[at..(at + 8).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        bytes
    }
}

#[test]
fn damaged_files_never_panic() {
    let mut random = Random(0x5eed);
    let (idx, npz) = (idx_files(), npz_files());
    let cases = [
        (Format::CifarBinary, cifar_binary(1, false), Vec::new()),
        (Format::CifarPickle, cifar_pickle(1, &["labels"]), Vec::new()),
        (Format::Idx, idx[0].1.clone(), idx[1].1.clone()),
        (Format::Npy, npz[1].1.clone(), npz[2].1.clone()),
    ];
    for (format, bytes, labels) in cases {
        assert_eq!(parse(format, &bytes, &labels).unwrap().len(), RECORDS);
        let mut errors = 0;
        for _ in 0..2000 {
            let broken = random.damage(&bytes);
            errors += usize::from(parse(format, &broken, &labels).is_err());
            errors += usize::from(parse(format, &bytes, &random.damage(&labels)).is_err());
        }
        assert!(errors > 500, "{format:?}: only {errors} of 4000 damaged files were noticed");
    }
}

#[test]
fn every_cut_of_a_pickle_is_truncation() {
    let whole = cifar_pickle(1, &["labels"]);
    for length in (0..400).chain([whole.len() - 5, whole.len() - 1]) {
        let error = parse(Format::CifarPickle, &whole[..length], &[]).unwrap_err().to_string();
        assert!(error.contains("truncated"), "{length}: {error}");
    }
}
