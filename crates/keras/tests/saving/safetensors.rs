//! Damaged files of safetensors are refused with the reason.

use keras::saving::{LayerWeights, ModelWeights, WeightValue, parse, save_weights};

fn model() -> ModelWeights {
    let weights = vec![WeightValue::new("a/kernel", [2, 1], [0.5, -1.0]), WeightValue::new("a/bias", [1], [3.0])];
    ModelWeights { name: "m".into(), layers: vec![LayerWeights::new("a", "Dense", weights)] }
}

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
}

#[track_caller]
fn refused(bytes: Vec<u8>, reason: &str) {
    let message = parse(bytes, &model()).unwrap_err();
    assert!(message.contains(reason), "{message}");
}

/// A header with one tensor.
fn kernel(dtype: &str, shape: &str, offsets: &str) -> String {
    format!(r#"{{"a/kernel":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}}}"#)
}

#[test]
fn truncated_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.safetensors");
    save_weights(&path, &model()).unwrap();
    let whole = std::fs::read(path).unwrap();
    assert_eq!(parse(whole.clone(), &model()).unwrap(), model());
    for end in 0..whole.len() {
        assert!(parse(whole[..end].to_vec(), &model()).is_err(), "{end} of {} bytes", whole.len());
    }
}

#[test]
fn headers_of_impossible_sizes_are_refused() {
    let header = |length: u64| [&length.to_le_bytes()[..], b"{}"].concat();
    refused(header(u64::MAX), "a header of 18446744073709551615 bytes");
    refused(header(100_000_001), "a header of 100000001 bytes");
    refused(header(3), "truncated");
}

#[test]
fn tensors_outside_of_the_data_or_over_each_other_are_refused() {
    refused(file(&kernel("F32", "[2,1]", "[8,0]"), &[0; 8]), "the header is damaged: a/kernel is");
    refused(file(&kernel("F32", "[2,1]", "[0,12]"), &[0; 12]), "the header is damaged: a/kernel is");
    refused(file(&kernel("F32", "[-2,1]", "[0,8]"), &[0; 8]), "the header is damaged: a/kernel is");
    refused(file(&kernel("F32", "[4294967296,4294967296,2]", "[0,8]"), &[0; 8]), "the header is damaged: a/kernel");
    refused(file(&kernel("F32", "[2,1]", "[4,12]"), &[0; 12]), "a/kernel begins at byte 4");
    refused(file(&kernel("F32", "[2,1]", "[0,8]"), &[0; 7]), "7 bytes of data, the header describes 8");
    refused(file(&kernel("F32", "[2,1]", "[0,8]"), &[0; 9]), "9 bytes of data, the header describes 8");
    let overlap = r#"{"a/kernel":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
        "a/bias":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#;
    refused(file(overlap, &[0; 8]), "a/bias begins at byte 4, the tensor before it ends at 8");
}

#[test]
fn weights_of_another_model_are_refused() {
    refused(file("{}", &[]), "it has no a/kernel");
    refused(file(&kernel("F32", "[1,2]", "[0,8]"), &[0; 8]), "a/kernel is of shape [1, 2], expected is [2, 1]");
    refused(file(&kernel("C64", "[2,1]", "[0,16]"), &[0; 16]), "elements of type C64");
    let other = r#"{"a/kernel":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
        "a/bias":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},
        "b":{"dtype":"F32","shape":[0],"data_offsets":[12,12]}}"#;
    refused(file(other, &[0; 12]), "it has b, which this model has not");
}

#[test]
fn other_floating_point_types_are_read() {
    let header = r#"{"a/kernel":{"dtype":"BF16","shape":[2,1],"data_offsets":[0,4]},
        "a/bias":{"dtype":"F64","shape":[1],"data_offsets":[4,12]}}"#;
    let data = [&[0, 0x3f, 0x80, 0xbf][..], &3f64.to_le_bytes()].concat();
    assert_eq!(parse(file(header, &data), &model()).unwrap(), model());
}
