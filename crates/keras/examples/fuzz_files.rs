//! Reads damaged files of models for some seconds: a mutational fuzzer that needs no nightly compiler.
//!
//! `cargo run -p labora-keras --example fuzz_files -- SECONDS [SEED] [FOLDER]`. The inputs are files of this
//! crate, and the `.keras`, `.h5` and `.safetensors` files of the folder, with bytes damaged; the members of
//! archives are damaged and packed again, and values of configurations and of headers are replaced by others. A finding is a panic, 20 s for one
//! input, or a peak of memory of 1 GiB; the input is stored in the folder of temporary files.

use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use keras::layers::{Conv2D, Dense, Flatten};
use keras::models::load_model;
use keras::objects::Registry;
use keras::optimizers::Adam;
use keras::utils::Rng;
use keras::{Compile, Input, Model};
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const SAFETENSORS: &str = "safetensors";

fn own_model() -> Model {
    let input = Input::new([6, 6, 1]);
    let x = Flatten::new().call(&Conv2D::new(2, 3).call(&input).expect("a layer")).expect("a layer");
    let mut model = Model::new(&input, &Dense::new(2).call(&x).expect("a layer")).expect("a model");
    model.compile(Compile::new(Adam::new(), "mse").metrics(["mae"])).expect("a loss");
    model
}

/// The names and bytes of the files that are damaged.
fn seeds(scratch: &Path, folder: Option<&Path>) -> Vec<(String, Vec<u8>)> {
    for name in ["own.keras", "own.h5"] {
        own_model().save(scratch.join(name)).expect("a file");
    }
    own_model().save_weights(scratch.join("own.safetensors")).expect("a file");
    let folders = [Some(scratch), folder];
    let entries = folders.into_iter().flatten().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    let endings = ["keras", "h5", SAFETENSORS];
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).expect("a file"))).collect()
}

/// A number below `end`.
fn below(random: &mut Rng, end: usize) -> usize {
    random.below(end as u64) as usize
}

fn damage(random: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..=below(random, 4) {
        let at = below(random, bytes.len().max(1));
        let Some(byte) = bytes.get_mut(at) else { return };
        match below(random, 6) {
            0 => *byte ^= 1 << below(random, 8),
            1 => *byte = below(random, 256) as u8,
            2 => *byte = [0, 0xff, 0x7f, 0x80][below(random, 4)],
            3 => drop(bytes.drain(at..bytes.len().min(at + 1 + below(random, 8)))),
            4 if below(random, 4) == 0 => bytes.truncate(at.max(1)),
            _ => bytes.insert(at, below(random, 256) as u8),
        }
    }
}

/// Replaces a value somewhere in a configuration.
fn replace(random: &mut Rng, json: &mut Json) {
    let inner = match json {
        Json::Array(items) if !items.is_empty() => {
            let at = below(random, items.len());
            Some(&mut items[at])
        }
        Json::Object(map) if !map.is_empty() => {
            let at = below(random, map.len());
            map.values_mut().nth(at)
        }
        _ => None,
    };
    match inner {
        Some(inner) if below(random, 12) > 0 => replace(random, inner),
        _ => {
            let values = [
                json!(null),
                json!(0),
                json!(-1),
                json!(2147483647),
                json!(1e300),
                json!(0.5),
                json!("relu"),
                json!([]),
                json!({}),
                json!(true),
                json!([1, 2, 3]),
                json!(100_000),
                json!([null, 70_000, 70_000]),
                json!("Dense"),
            ];
            *json = values[below(random, values.len())].clone();
        }
    }
}

/// The archive with damaged members; `None` if it is none.
fn damaged_archive(random: &mut Rng, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut written = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut member = archive.by_index(at).ok()?;
        let (name, mut content) = (member.name().ok()?.into_owned(), Vec::new());
        member.read_to_end(&mut content).ok()?;
        if name == "config.json" && below(random, 2) == 0 {
            let mut json: Json = serde_json::from_slice(&content).ok()?;
            (0..=below(random, 3)).for_each(|_| replace(random, &mut json));
            content = json.to_string().into_bytes();
        } else if below(random, 2) == 0 {
            damage(random, &mut content);
        }
        written.start_file(name, SimpleFileOptions::default()).ok()?;
        written.write_all(&content).ok()?;
    }
    Some(written.finish().ok()?.into_inner())
}

/// The file of safetensors with values of its header replaced; `None` if it is none.
fn damaged_header(random: &mut Rng, bytes: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let (header, data) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let mut json: Json = serde_json::from_slice(header).ok()?;
    (0..=below(random, 3)).for_each(|_| replace(random, &mut json));
    let header = json.to_string().into_bytes();
    Some([&(header.len() as u64).to_le_bytes()[..], &header, data].concat())
}

/// Reads a file: a whole model, or weights.
fn reads(path: &Path) -> bool {
    match path.extension().is_some_and(|ending| ending == SAFETENSORS) {
        true => own_model().load_weights(path).is_ok(),
        false => load_model(path, &Registry::new()).is_ok(),
    }
}

/// The peak of the process's memory in bytes; 0 where the system does not tell.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<usize>().ok()).map_or(0, |kib| kib << 10)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(default, |text| text.parse().expect("a number"));
    let (seconds, seed) = (number(60), number(1));
    let folder = std::env::args().nth(3).map(PathBuf::from);
    let scratch = tempfile::tempdir().expect("a folder");
    let seeds = seeds(scratch.path(), folder.as_deref());
    let mut random = Rng::seeded(seed);
    let (begin, mut inputs, mut loaded) = (Instant::now(), 0u64, 0u64);
    while begin.elapsed() < Duration::from_secs(seconds) {
        let (name, bytes) = &seeds[below(&mut random, seeds.len())];
        let mut bytes = bytes.clone();
        match below(&mut random, 3) {
            0 => damage(&mut random, &mut bytes),
            _ => match damaged_archive(&mut random, &bytes).or_else(|| damaged_header(&mut random, &bytes)) {
                Some(archive) => bytes = archive,
                None => damage(&mut random, &mut bytes),
            },
        }
        // An abort leaves the input there.
        let path = std::env::temp_dir().join(format!("fuzz-{}-{name}", std::process::id()));
        std::fs::write(&path, &bytes).expect("a file");
        let start = Instant::now();
        let result = std::panic::catch_unwind(|| reads(&path));
        inputs += 1;
        let slow = start.elapsed() > Duration::from_secs(20);
        match result {
            Ok(read) if !slow && peak() < 1 << 30 => loaded += u64::from(read),
            result => {
                let took = start.elapsed().as_secs();
                println!("found: {} (panic {}, {took} s, peak {} MiB)", path.display(), result.is_err(), peak() >> 20);
                std::process::exit(1);
            }
        }
        std::fs::remove_file(&path).expect("a file");
    }
    println!("{inputs} inputs from {} files, {loaded} loaded, peak of memory {} MiB", seeds.len(), peak() >> 20);
}
