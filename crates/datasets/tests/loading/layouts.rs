//! All layouts of a data set yield the same images.

use std::fs;

use datasets::{Dataset, LabelMode, Options, cifar10, cifar100, fashion_mnist, mnist};

use crate::fixtures::*;

fn check_cifar(data: &Dataset, train_files: usize) {
    assert_eq!(data.train.shape(), [train_files * RECORDS, 32, 32, 3]);
    assert_eq!(data.test.shape(), [RECORDS, 32, 32, 3]);
    for record in 0..train_files * RECORDS {
        let (file, record_in_file) = (record / RECORDS + 1, record % RECORDS);
        assert_eq!(data.train.labels[record], i32::from(label(file, record_in_file)));
        let image = data.train.get(record).unwrap();
        for (y, x, c) in [(0, 0, 0), (3, 30, 1), (31, 31, 2)] {
            assert_eq!(image[(y * 32 + x) * 3 + c], pixel(file, record_in_file, y, x, c));
        }
    }
    assert_eq!(data.test.labels[1], i32::from(label(train_files + 1, 1)));
}

#[test]
fn cifar10_in_a_folder_its_parent_and_an_archive() {
    for (binary, folder_name, archive_name) in [
        (true, "cifar-10-batches-bin", "cifar-10-binary.tar.gz"),
        (false, "cifar-10-batches-py", "cifar-10-python.tar.gz"),
    ] {
        let files = cifar10_files(binary);
        let place = folder();
        let unpacked = write_files(&place.path().join(folder_name), &files);
        let from_folder = cifar10::load_data(&at(&unpacked)).unwrap();
        check_cifar(&from_folder, 5);
        assert_eq!(from_folder.class_names[9], "truck");
        check_cifar(&cifar10::load_data(&at(place.path())).unwrap(), 5);

        let packed = folder();
        let archive = packed.path().join(archive_name);
        fs::write(&archive, tar_gz(folder_name, &files)).unwrap();
        let from_archive = cifar10::load_data(&at(&archive)).unwrap();
        check_cifar(&from_archive, 5);
        assert!(from_archive.warnings[0].contains("SHA-256 differs"), "{:?}", from_archive.warnings);
        assert!(from_archive.warnings[1].contains("60 of the official 50000"), "{:?}", from_archive.warnings);
        assert!(from_archive.source.ends_with(archive_name));
        check_cifar(&cifar10::load_data(&at(packed.path())).unwrap(), 5);
    }
}

#[test]
fn cifar100_fine_and_coarse() {
    for binary in [true, false] {
        let place = folder();
        let unpacked = write_files(place.path(), &cifar100_files(binary));
        let fine = cifar100::load_data(&at(&unpacked)).unwrap();
        check_cifar(&fine, 1);
        assert_eq!((fine.class_names.len(), fine.class_names[99]), (100, "worm"));
        let coarse = cifar100::load_data(&Options { labels: LabelMode::Coarse, ..at(&unpacked) }).unwrap();
        assert_eq!(coarse.class_names.len(), 20);
        assert!(coarse.train.labels.iter().zip(fine.train.labels.iter()).all(|(c, f)| *c == f / 2));
    }
}

fn check_gray(data: &Dataset) {
    assert_eq!(data.train.shape(), [RECORDS, 28, 28, 1]);
    assert_eq!(data.test.shape(), [RECORDS, 28, 28, 1]);
    assert_eq!(data.train.get(3).unwrap()[5 * 28 + 6], pixel(1, 3, 5, 6, 0));
    assert_eq!((data.train.labels[4], data.test.labels[5]), (i32::from(label(1, 4)), i32::from(label(2, 5))));
}

#[test]
fn mnist_as_idx_packed_or_not_and_as_npz() {
    let place = folder();
    check_gray(&mnist::load_data(&at(write_files(place.path(), &idx_files()))).unwrap());
    let packed: Vec<_> = idx_files().into_iter().map(|(name, bytes)| (name + ".gz", gzip(&bytes))).collect();
    let place = folder();
    write_files(&place.path().join("fashion-mnist"), &packed);
    let data = fashion_mnist::load_data(&at(place.path())).unwrap();
    check_gray(&data);
    assert_eq!(data.class_names[9], "Ankle boot");
    assert!(data.warnings[0].contains("and 3 more"), "{:?}", data.warnings);
    let place = folder();
    let npz = place.path().join("mnist.npz");
    fs::write(&npz, zip(&npz_files())).unwrap();
    check_gray(&mnist::load_data(&at(&npz)).unwrap());
    check_gray(&mnist::load_data(&at(place.path())).unwrap());
}

#[test]
fn the_data_folder_comes_before_the_cache() {
    let (data, cache) = (folder(), folder());
    write_files(&cache.path().join("cifar-10-batches-py-target/cifar-10-batches-py"), &cifar10_files(false));
    let both = Options { folder: Some(data.path().into()), cache: Some(cache.path().into()), ..nowhere() };
    // An empty data folder is not an error: the cache is searched next.
    let found = cifar10::load_data(&both).unwrap();
    assert!(found.source.starts_with(&cache.path().display().to_string()), "{}", found.source);
    write_files(&data.path().join("cifar-10-batches-bin"), &cifar10_files(true));
    let found = cifar10::load_data(&both).unwrap();
    assert!(found.source.starts_with(&data.path().display().to_string()), "{}", found.source);
    let gone = Options { folder: Some("/nowhere/at/all".into()), ..both };
    assert!(cifar10::load_data(&gone).unwrap().warnings[0].contains("/nowhere/at/all"));
}

#[test]
fn shapes_load_by_name() {
    let config = datasets::shapes::Config { train: 30, test: 10, seed: 1 };
    let data = datasets::load("shapes", &Options { shapes: config, ..nowhere() }).unwrap();
    assert_eq!((data.train.len(), data.test.len(), data.class_names.len()), (30, 10, 10));
}
