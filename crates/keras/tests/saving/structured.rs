//! Files of models and of weights with their structure changed by rules: archives, configurations, HDF5 and
//! safetensors. Each is an error or a model, within its budget.

use hdf5_pure::{AttrValue, FileBuilder};
use keras::layers::Dense;
use keras::{Input, Model};
use testkit::budgets::over_budget;
use testkit::hostile::{Seed, texts};

use crate::bounded::{READER, archive, small, with_config};

type Files = Vec<(String, Vec<u8>)>;

/// The content of a file that `save` writes.
fn saved(ending: &str, save: impl FnOnce(&std::path::Path)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("a.{ending}"));
    save(&path);
    std::fs::read(path).unwrap()
}

/// A whole model of Keras 2 with this configuration.
fn legacy(config: &str) -> Vec<u8> {
    let mut file = FileBuilder::new();
    file.set_attr("model_config", AttrValue::VarLenString(config.into()));
    file.set_attr("backend", AttrValue::VarLenString("tensorflow".into()));
    file.set_attr("keras_version", AttrValue::VarLenString("2.15.0".into()));
    let names = |names: &[&str]| AttrValue::VarLenAsciiStringArray(names.iter().map(|name| (*name).into()).collect());
    let mut top = file.create_group("model_weights");
    top.set_attr("layer_names", names(&["dense"]));
    let mut layer = top.create_group("dense");
    layer.set_attr("weight_names", names(&["dense/kernel:0", "dense/bias:0"]));
    let mut inner = layer.create_group("dense");
    inner.create_dataset("kernel:0").with_f32_data(&[0.5; 8]).with_shape(&[4, 2]);
    inner.create_dataset("bias:0").with_f32_data(&[0.0; 2]).with_shape(&[2]);
    layer.add_group(inner.finish());
    top.add_group(layer.finish());
    file.add_group(top.finish());
    file.finish().unwrap()
}

/// The configuration of Keras 2 for [`legacy`].
const OLD: &str = r#"{"class_name": "Functional", "config": {"name": "m", "layers": [{"class_name": "InputLayer",
 "config": {"batch_input_shape": [null, 4], "dtype": "float32", "sparse": false, "name": "x"}, "name": "x",
 "inbound_nodes": []}, {"class_name": "Dense", "config": {"name": "dense", "trainable": true, "units": 2,
 "activation": "linear", "kernel_initializer": {"class_name": "GlorotUniform", "config": {"seed": null}}},
 "name": "dense", "inbound_nodes": [[["x", 0, 0, {}]]]}], "input_layers": [["x", 0, 0]],
 "output_layers": [["dense", 0, 0]]}}"#;

/// The header of a safetensors file with the weights of [`small`].
const HEADER: &str = r#"{"__metadata__":{"format":"pt"},"dense/kernel":{"dtype":"F32","shape":[4,2],
"data_offsets":[0,32]},"dense/bias":{"dtype":"F32","shape":[2],"data_offsets":[32,40]}}"#;

fn safetensors(header: &str) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &[0; 40]].concat()
}

/// Jenkins's lookup3, the checksum of HDF5.
fn lookup3(bytes: &[u8]) -> u32 {
    let word = |part: &[u8]| part.iter().rev().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let (mut a, mut b, mut c) = (start, start, start);
    let last = if bytes.is_empty() { 0 } else { (bytes.len() - 1) / 12 * 12 };
    for part in bytes[..last].chunks_exact(12) {
        a = a.wrapping_add(word(&part[..4]));
        b = b.wrapping_add(word(&part[4..8]));
        c = c.wrapping_add(word(&part[8..]));
        for turn in [4, 6, 8, 16, 19, 4] {
            a = a.wrapping_sub(c) ^ c.rotate_left(turn);
            c = c.wrapping_add(b);
            (a, b, c) = (b, c, a);
        }
    }
    if bytes.is_empty() {
        return c;
    }
    let mut rest = [0; 12];
    rest[..bytes.len() - last].copy_from_slice(&bytes[last..]);
    a = a.wrapping_add(word(&rest[..4]));
    b = b.wrapping_add(word(&rest[4..8]));
    c = c.wrapping_add(word(&rest[8..]));
    for turn in [14, 11, 25, 16, 4, 14, 24] {
        c = (c ^ b).wrapping_sub(b.rotate_left(turn));
        (a, b, c) = (b, c, a);
    }
    // After seven turns the last word that was mixed stands in `b`.
    b
}

/// An HDF5 file, whose checksums of structures are made right again.
fn hdf5(name: &'static str, ending: &'static str, bytes: Vec<u8>) -> Seed {
    let signatures = [b"\x89HDF", b"OHDR", b"OCHK", b"FRHP", b"FHDB", b"FHIB", b"BTHD", b"BTLF", b"BTIN", b"FAHD"];
    let more = [b"FADB", b"EAHD", b"EAIB", b"EADB", b"EASB"];
    let mut sums = Vec::new();
    for at in 0..bytes.len().saturating_sub(4) {
        if signatures.iter().chain(&more).any(|signature| bytes[at..].starts_with(&signature[..])) {
            let ends = at + 12..(at + 3000).min(bytes.len() - 3);
            let is_sum = |end: &usize| bytes[*end..*end + 4] == lookup3(&bytes[at..*end]).to_le_bytes();
            sums.extend(ends.into_iter().find(is_sum).map(|end| (at, end)));
        }
    }
    let finish = move |bytes: &mut Vec<u8>| {
        for (at, end) in &sums {
            if end + 4 <= bytes.len() {
                let sum = lookup3(&bytes[*at..*end]).to_le_bytes();
                bytes[*end..end + 4].copy_from_slice(&sum);
            }
        }
    };
    Seed { finish: Box::new(finish), ..Seed::new(name, ending, bytes) }
}

/// Files of `each` format.
fn files(each: usize) -> Files {
    let model = small();
    let config = model.to_json().to_string();
    let weights = saved("weights.h5", |path| model.save_weights(path).unwrap());
    let seeds = [
        Seed::new("archive", "keras", saved("keras", |path| model.save(path).unwrap())),
        Seed::new("header", "safetensors", safetensors(HEADER)),
        hdf5("model", "model.h5", legacy(OLD)),
        hdf5("weights", "weights.h5", weights.clone()),
    ];
    let mut files: Files = seeds.iter().flat_map(|seed| seed.files(each)).collect();
    let mut add = |name: &str, ending: &str, text: &str, content: &dyn Fn(&str) -> Vec<u8>| {
        let all = texts(name, text, each).into_iter().enumerate();
        files.extend(all.map(|(i, text)| (format!("{name}_{i}.{ending}"), content(&text))));
    };
    add("config", "keras", &config, &with_config);
    add("old", "keras", OLD, &with_config);
    add("model_config", "model.h5", OLD, &legacy);
    add("text", "safetensors", HEADER, &safetensors);
    add("metadata", "keras", r#"{"keras_version": "3.15.0", "date_saved": "2026-01-01@00:00:00"}"#, &|text| {
        let members = [("metadata.json", text.as_bytes()), ("config.json", config.as_bytes())];
        archive(&[members[0], members[1], ("model.weights.h5", &weights)])
    });
    files
}

/// Files that h5py has written, as they are and with their structure changed.
fn strange(each: usize) -> Files {
    let Some(python) = testkit::python() else { return Files::new() };
    let folder = tempfile::tempdir().unwrap();
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/strange_hdf5.py");
    testkit::run_python(&python, &script, &[folder.path()]);
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut files = Files::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let ending = if name.ends_with(".weights.h5") { "weights.h5" } else { "h5" };
        let changed = if each == 0 { Files::new() } else { hdf5("x", ending, bytes.clone()).files(each) };
        files.extend(changed.into_iter().map(|(rule, bytes)| (format!("{name}_{rule}"), bytes)));
        files.push((name, bytes));
    }
    files
}

/// Models of so many layers, in each format.
fn deep(layers: usize) -> Files {
    let input = Input::new([1]);
    let mut x = input.tensor();
    for _ in 0..layers {
        x = Dense::new(1).call(&x).unwrap();
    }
    let model = Model::new(&input, &x).unwrap();
    let save = |ending: &str| (format!("deep_{layers}.{ending}"), saved(ending, |path| model.save(path).unwrap()));
    let config = model.to_json().to_string();
    let without_weights = archive(&[("metadata.json", b"{}"), ("config.json", config.as_bytes())]);
    vec![save("keras"), save("model.h5"), (format!("deep_{layers}_config.keras"), without_weights)]
}

#[test]
fn changed_structures_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &[files(24), strange(0), deep(1000)].concat()), [""; 0]);
}

#[test]
#[ignore = "minutes: thousands of files and of layers"]
fn all_changed_structures_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &files(1000)), [""; 0]);
    assert_eq!(over_budget(READER, &strange(50)), [""; 0]);
    assert_eq!(over_budget(READER, &deep(5000)), [""; 0]);
    assert_eq!(over_budget(READER, &deep(40_000)), [""; 0]);
}

#[test]
fn the_checksum_is_that_of_hdf5() {
    // Values of Jenkins's own test program, whose initial value is 0.
    assert_eq!(lookup3(b""), 0xdead_beef);
    assert_eq!(lookup3(b"Four score and seven years ago"), 0x1777_0551);
}
