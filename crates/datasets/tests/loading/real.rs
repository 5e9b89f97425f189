//! The real data sets, if the machine has them, and pickles written by Python.

use std::path::Path;

use datasets::{cifar10, fashion_mnist, mnist};

use crate::fixtures::*;

#[test]
fn real_cifar10() {
    let Some(folder) = testkit::cifar10_dir() else { return };
    let data = cifar10::load_data(&at(folder)).unwrap();
    assert_eq!(data.train.shape(), [50_000, 32, 32, 3]);
    assert_eq!(data.test.shape(), [10_000, 32, 32, 3]);
    assert_eq!(data.warnings, [""; 0]);
    // The first images show a frog, a truck, a truck, a deer, an automobile.
    assert_eq!(data.train.labels[..5], [6, 9, 9, 4, 1]);
    assert_eq!(data.test.labels[..5], [3, 8, 8, 0, 6]);
    // The first pixel of the first image, red, green, blue.
    assert_eq!(data.train.get(0).unwrap()[..3], [59, 62, 63]);
    let mean = data.train.pixels().iter().map(|v| f64::from(*v)).sum::<f64>() / data.train.pixels().len() as f64;
    assert!((mean - 120.707).abs() < 0.001, "{mean}");
    for class in 0..10 {
        assert_eq!(data.train.labels.iter().filter(|l| **l == class).count(), 5000);
    }
}

#[test]
fn real_rows_of_mnist_and_fashion_mnist() {
    let Some(folder) = testkit::shared_data() else { return };
    if folder.join("mnist-small").is_dir() {
        let data = mnist::load_data(&at(folder.join("mnist-small"))).unwrap();
        assert_eq!(data.train.labels[..5], [5, 0, 4, 1, 9]);
        assert_eq!(data.test.labels[..5], [7, 2, 1, 0, 4]);
        assert!(data.warnings.iter().any(|w| w.contains("of the official 60000 training images")));
    } else {
        testkit::skip_without(testkit::Need::Data, "no mnist-small");
    }
    if folder.join("fashion-mnist-small").is_dir() {
        let data = fashion_mnist::load_data(&at(folder.join("fashion-mnist-small"))).unwrap();
        assert_eq!(data.train.labels[..5], [9, 0, 0, 3, 0]);
    } else {
        testkit::skip_without(testkit::Need::Data, "no fashion-mnist-small");
    }
}

#[test]
fn batches_pickled_by_python() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/pickle_batches.py");
    for protocol in ["2", "3", "4"] {
        let place = folder();
        testkit::run_python(&python, &script, &[place.path().as_os_str(), protocol.as_ref()]);
        let data = cifar10::load_data(&at(place.path())).unwrap_or_else(|e| panic!("protocol {protocol}: {e}"));
        assert_eq!(data.train.len(), 20);
        // In the script byte i of row r of file f is (f + r + i) mod 251, and the label (f + r) mod 10.
        let image = data.train.get(4 + 1).unwrap();
        assert_eq!((image[0], image[1], image[3]), ((2 + 1) as u8, ((2 + 1 + 1024) % 251) as u8, 4));
        assert_eq!(data.train.labels[5], 3);
    }
}
