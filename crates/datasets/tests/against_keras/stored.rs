//! The texts of IMDB and Reuters, and the houses of Boston and California.

use datasets::sequences::{Sequences, Words};
use datasets::{Options, boston_housing, california_housing, imdb, reuters};
use keras::Samples;
use serde_json::{Value, json};

use crate::{floats, keras_reads};

fn as_json(parts: &[Sequences]) -> Value {
    parts.iter().map(|part| json!({ "x": part.x, "y": part.y })).collect()
}

#[test]
fn texts_and_houses_are_those_of_keras() {
    let Some((folder, expected)) = keras_reads() else { return };
    let cache = Some(folder.join("home/datasets"));
    let options = Options { cache, folder: None, download: false, ..Options::default() };
    assert_eq!(as_json(&imdb::load_data(&Words::default(), &options).unwrap()), expected["imdb"]);
    let words = Words {
        num_words: Some(300),
        skip_top: 20,
        maxlen: Some(20),
        seed: 7,
        start_char: None,
        oov_char: None,
        index_from: 0,
    };
    assert_eq!(as_json(&imdb::load_data(&words, &options).unwrap()), expected["imdb_words"]);
    let words = Words { num_words: Some(350), maxlen: Some(25), seed: 4, ..Words::default() };
    assert_eq!(as_json(&reuters::load_data(&words, 0.3, &options).unwrap()), expected["reuters"]);
    for index in [imdb::get_word_index(&options).unwrap(), reuters::get_word_index(&options).unwrap()] {
        assert_eq!((index["the"], index["café"], index.len()), (1, 2, 2));
    }

    let same = |ours: [&Samples; 2], theirs: &Value| {
        for (ours, theirs) in ours.into_iter().zip(theirs.as_array().unwrap()) {
            assert_eq!(ours.x[0].as_f32().unwrap(), floats(&theirs["x"]));
            assert_eq!(ours.y[0].as_f32().unwrap(), floats(&theirs["y"]));
        }
    };
    let boston = boston_housing::load_data(0.2, 113, &options).unwrap();
    same([&boston.train, &boston.test], &expected["boston"]);
    let small = california_housing::Version::Small;
    let california = california_housing::load_data(small, 0.1, 3, &options).unwrap();
    same([&california.train, &california.test], &expected["california"]);
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { path: Some(folder.path().into()), ..Options::default() };
    let message = imdb::load_data(&Words::default(), &options).unwrap_err().to_string();
    assert!(message.contains("imdb.npz") && message.contains("imdb is not on this machine"), "{message}");
    let message = boston_housing::load_data(1.0, 113, &options).unwrap_err().to_string();
    assert!(message.contains("test_split must be at least 0 and below 1"), "{message}");
}
