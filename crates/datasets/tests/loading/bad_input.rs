//! Every kind of bad input is an error that names the file and the fault.

use std::fs;
use std::net::TcpListener;

use datasets::{DataError, Options, cifar10, mnist};

use crate::fixtures::*;

fn message(error: &DataError) -> String {
    error.to_string()
}

#[test]
fn a_missing_path() {
    let error = cifar10::load_data(&at("/no/such/folder")).unwrap_err();
    assert!(matches!(error, DataError::MissingPath { .. }) && !error.is_unavailable());
    assert!(message(&error).contains("/no/such/folder"));
}

#[test]
fn an_unknown_name() {
    let error = datasets::load("cifar-10", &nowhere()).unwrap_err();
    assert!(message(&error).contains("did you mean \"cifar10\"?"), "{error}");
    assert_eq!(keras::Error::from(error).kind(), keras::ErrorKind::Argument);
}

#[test]
fn an_empty_folder() {
    let place = folder();
    let error = cifar10::load_data(&at(place.path())).unwrap_err();
    assert!(matches!(error, DataError::NotFound { .. }), "{error}");
    assert!(message(&error).contains("the file cifar-10-binary.tar.gz"), "{error}");
}

#[test]
fn nowhere_and_no_download() {
    let error = mnist::load_data(&nowhere()).unwrap_err();
    assert!(matches!(error, DataError::NotFound { .. }) && error.is_unavailable(), "{error}");
}

#[test]
fn no_network() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let cache = folder();
    let options = Options {
        cache: Some(cache.path().into()),
        download: true,
        mirror: Some(format!("http://127.0.0.1:{port}")),
        ..nowhere()
    };
    let error = cifar10::load_data(&options).unwrap_err();
    assert!(matches!(error, DataError::Offline { .. }) && error.is_unavailable(), "{error}");
    assert!(message(&error).contains("/cifar-10-python.tar.gz"), "{error}");
    assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
}

/// A cache that cannot be created is as good a reason to fall back to `shapes` as a missing network.
#[test]
fn a_cache_that_cannot_be_written_to() {
    let place = folder();
    let in_the_way = place.path().join("file");
    fs::write(&in_the_way, "").unwrap();
    let cache = in_the_way.join("datasets");
    let options = Options { cache: Some(cache), download: true, ..nowhere() };
    let error = cifar10::load_data(&options).unwrap_err();
    assert!(matches!(error, DataError::Cache { .. }) && error.is_unavailable(), "{error}");
    assert!(message(&error).contains("KERAS_HOME"), "{error}");
    assert_eq!(keras::Error::from(error).kind(), keras::ErrorKind::File);
}

#[test]
fn a_truncated_archive() {
    let place = folder();
    let archive = place.path().join("cifar-10-binary.tar.gz");
    let whole = tar_gz("cifar-10-batches-bin", &cifar10_files(true));
    for length in [20, whole.len() / 3, whole.len() / 2, whole.len() - 300, whole.len() - 4] {
        fs::write(&archive, &whole[..length]).unwrap();
        let error = cifar10::load_data(&at(&archive)).unwrap_err();
        assert!(matches!(error, DataError::Truncated { .. }), "{length} of {}: {error}", whole.len());
        assert!(message(&error).contains("cifar-10-binary.tar.gz is truncated"), "{error}");
    }
}

#[test]
fn a_damaged_archive() {
    let place = folder();
    let archive = place.path().join("cifar-10-binary.tar.gz");
    let mut bytes = tar_gz("cifar-10-batches-bin", &cifar10_files(true));
    let check = bytes.len() - 6;
    bytes[check] ^= 1;
    fs::write(&archive, &bytes).unwrap();
    let error = cifar10::load_data(&at(&archive)).unwrap_err();
    assert!(message(&error).contains("damaged"), "{error}");
}

#[test]
fn a_truncated_zip_and_a_truncated_gzip() {
    let place = folder();
    let npz = place.path().join("mnist.npz");
    let whole = zip(&npz_files());
    fs::write(&npz, &whole[..whole.len() / 2]).unwrap();
    let error = mnist::load_data(&at(&npz)).unwrap_err();
    assert!(matches!(error, DataError::Truncated { .. }), "{error}");

    let place = folder();
    let mut packed: Vec<_> = idx_files().into_iter().map(|(name, bytes)| (name + ".gz", gzip(&bytes))).collect();
    packed[0].1.truncate(100);
    let error = mnist::load_data(&at(write_files(place.path(), &packed))).unwrap_err();
    assert!(message(&error).contains("train-images-idx3-ubyte.gz is truncated"), "{error}");
}

#[test]
fn an_xz_archive() {
    let place = folder();
    let archive = place.path().join("cifar-10-binary.tar.xz");
    fs::write(&archive, b"\xfd7zXZ\x00\x00\x04").unwrap();
    for path in [archive.clone(), place.path().into()] {
        let error = cifar10::load_data(&at(path)).unwrap_err();
        assert!(matches!(error, DataError::Xz { .. }), "{error}");
        assert!(message(&error).contains("tar xJf"), "{error}");
    }
}

#[test]
fn another_data_set() {
    let place = folder();
    write_files(place.path(), &idx_files());
    let error = cifar10::load_data(&at(place.path())).unwrap_err();
    assert!(matches!(error, DataError::WrongArchive { .. }) && !error.is_unavailable(), "{error}");
    assert!(message(&error).contains("holds the files of mnist or fashion_mnist"), "{error}");

    let archive = place.path().join("a.tar.gz");
    fs::write(&archive, tar_gz("cifar-100-binary", &cifar100_files(true))).unwrap();
    let error = cifar10::load_data(&at(&archive)).unwrap_err();
    assert!(message(&error).contains("the files of cifar100"), "{error}");

    fs::write(&archive, tar_gz("x", &[("readme".into(), vec![1])])).unwrap();
    let error = cifar10::load_data(&at(&archive)).unwrap_err();
    assert!(message(&error).contains("other files (readme"), "{error}");
}

#[test]
fn a_file_that_is_not_an_archive() {
    let place = folder();
    let file = place.path().join("a.tar.gz");
    fs::write(&file, "<html>not found</html>").unwrap();
    let error = cifar10::load_data(&at(&file)).unwrap_err();
    assert!(message(&error).contains("neither a .tar.gz"), "{error}");
    fs::write(&file, gzip(&[7; 4096])).unwrap();
    let error = cifar10::load_data(&at(&file)).unwrap_err();
    assert!(message(&error).contains("no tar archive"), "{error}");
}

#[test]
fn a_missing_file() {
    let place = folder();
    let mut files = cifar10_files(true);
    files.remove(2);
    let error = cifar10::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(message(&error).contains("but not data_batch_3.bin"), "{error}");
}

#[test]
fn a_size_that_is_not_a_multiple_of_the_record() {
    let place = folder();
    let mut files = cifar10_files(true);
    files[1].1.truncate(5000);
    let error = cifar10::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(matches!(error, DataError::Size { .. }), "{error}");
    assert!(message(&error).contains("data_batch_2.bin") && message(&error).contains("3073"), "{error}");
}

#[test]
fn counts_that_disagree() {
    let place = folder();
    let mut files = idx_files();
    files[1].1.truncate(8 + 5);
    files[1].1[7] = 5;
    let error = mnist::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(message(&error).contains("[5], expected [12], one for each image"), "{error}");
    files[1].1[7] = 200;
    let error = mnist::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(message(&error).contains("promises 200 bytes, 5 are there"), "{error}");
}

#[test]
fn images_of_another_size() {
    let place = folder();
    let mut files = idx_files();
    files[0].1[11] = 14;
    files[0].1[15] = 56;
    let error = mnist::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(message(&error).contains("[12, 14, 56], expected [images, 28, 28]"), "{error}");
}

#[test]
fn a_label_out_of_range() {
    let place = folder();
    let mut files = cifar10_files(true);
    files[5].1[3073 * 4] = 10;
    let error = cifar10::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(matches!(error, DataError::LabelOutOfRange { record: 4, value: 10, classes: 10, .. }), "{error}");
    assert!(message(&error).contains("test_batch.bin: record 4 has label 10"), "{error}");

    let place = folder();
    let mut files = idx_files();
    files[3].1[8 + 2] = 77;
    let error = mnist::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(matches!(error, DataError::LabelOutOfRange { record: 2, value: 77, .. }), "{error}");
}

#[test]
fn a_pickle_that_calls_functions() {
    let place = folder();
    let mut files = cifar10_files(false);
    files[0].1 = b"\x80\x02cos\nsystem\nU\x04true\x85R.".to_vec();
    let error = cifar10::load_data(&at(write_files(place.path(), &files))).unwrap_err();
    assert!(message(&error).contains("os.system, which is refused"), "{error}");
}

#[test]
fn a_damaged_archive_in_the_cache_is_ignored() {
    let cache = folder();
    fs::write(cache.path().join("mnist.npz"), "damaged").unwrap();
    let options = Options { cache: Some(cache.path().into()), ..nowhere() };
    assert!(matches!(mnist::load_data(&options), Err(DataError::NotFound { .. })));
}
