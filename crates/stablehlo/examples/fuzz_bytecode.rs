//! Reads damaged artifacts for some seconds: a mutational fuzzer that needs no nightly compiler.
//!
//! `cargo run -p labora-stablehlo --example fuzz_bytecode -- SECONDS [SEED]`. The inputs are the artifacts of
//! the tests and those that are written of the file tests, with bits flipped, bytes replaced, parts copied
//! from other artifacts, and ends cut. A module that is read has to be written and read again. A finding is a
//! panic, 10 s for one input, or a peak of memory that grows by more than 64 bytes per byte and 64 MiB; the
//! input is stored in the folder of temporary files.

use std::time::{Duration, Instant};

use stablehlo::bytecode::{self, WriteOptions};
use stablehlo::{Module, filetest};

/// SplitMix64 (Steele et al., OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let folder = testkit::workspace_root().join("crates/stablehlo/tests/bytecode");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("the tests").flatten().map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "bc"));
    paths.sort();
    let mut seeds: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).expect("an artifact")).collect();
    for (_, text) in testkit::mlir_files(testkit::FILE_TESTS) {
        for case in filetest::split(&text) {
            let module = Module::parse(case).expect("a program of the tests");
            // Shardy's operations are not written.
            seeds.extend(bytecode::write(&module, WriteOptions::default()));
        }
    }
    seeds
}

fn damage(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            // Variable-width integers: the lowest bit is the width's.
            2 => bytes[at] = bytes[at].wrapping_add([2, 0xfe][random.below(2)]),
            3 => {
                let other = &seeds[random.below(seeds.len())];
                let start = random.below(other.len());
                let part = &other[start..other.len().min(start + 1 + random.below(32))];
                let end = bytes.len().min(at + [0, part.len()][random.below(2)]);
                bytes.splice(at..end, part.iter().copied());
            }
            4 => drop(bytes.drain(at..bytes.len().min(at + 1 + random.below(4)))),
            _ if random.below(8) == 0 => bytes.truncate(at.max(1)),
            _ => bytes.insert(at, random.below(256) as u8),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

/// The peak of the process's memory in bytes; 0 where the system does not tell.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<usize>().ok()).map_or(0, |kib| kib << 10)
}

/// Reads one input; true if it is a module.
fn read(bytes: &[u8]) -> bool {
    let Ok(module) = bytecode::read(bytes) else { return false };
    if let Ok(written) = bytecode::write(&module, WriteOptions::default()) {
        bytecode::read(&written).unwrap_or_else(|e| panic!("what is written is not read: {e}"));
    }
    true
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse().expect("a number"));
    let (seconds, seed) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    let (seeds, mut random) = (seeds(), Random(seed));
    let (start, mut runs, mut modules, mut findings) = (Instant::now(), 0u64, 0u64, 0u64);
    while start.elapsed() < Duration::from_secs(seconds) {
        let bytes = damage(&mut random, &seeds);
        let (before, begin) = (peak(), Instant::now());
        let result = std::panic::catch_unwind(|| read(&bytes));
        let grown = peak() - before;
        let is_large = grown > 64 * bytes.len() + (64 << 20);
        if result.is_err() || is_large || begin.elapsed() > Duration::from_secs(10) {
            let path = std::env::temp_dir().join(format!("finding-{seed}-{runs}.mlirbc"));
            std::fs::write(&path, &bytes).expect("a writable folder");
            println!("{}: {:?}, {grown} bytes", path.display(), begin.elapsed());
            findings += 1;
        }
        runs += 1;
        modules += u64::from(result.unwrap_or(false));
    }
    println!("{} seeds, {runs} runs, {modules} modules, {findings} findings, {seconds} s", seeds.len());
}
