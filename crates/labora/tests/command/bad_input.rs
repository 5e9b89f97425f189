//! Bad input: a clear message, an exit code that is not zero, and nothing lost.

use std::fs;

use keras::Shape;
use keras::applications::{Cifar10Cnn, cifar10_cnn};

use crate::fixtures::*;

/// The message says all of these.
#[track_caller]
fn says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}

#[test]
fn a_truncated_file_of_images() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let file = data.join("data_batch_3.bin");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 100]).unwrap();
    says(&train(&data, &[]).fails(1), &["data_batch_3.bin", "3073"]);
}

#[test]
fn a_wrong_archive_and_a_missing_one() {
    let folder = folder();
    let archive = folder.path().join("cifar-10-binary.tar.gz");
    fs::write(&archive, b"this is no archive").unwrap();
    says(&train(&archive, &[]).fails(1), &["cifar-10-binary.tar.gz"]);
    says(&train(&folder.path().join("nowhere"), &[]).fails(1), &["nowhere"]);
}

#[test]
fn a_label_out_of_range() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let mut bytes = records(3, 0);
    bytes.extend(record(11));
    fs::write(data.join("data_batch_2.bin"), bytes).unwrap();
    says(&train(&data, &[]).fails(1), &["data_batch_2.bin", "11"]);
}

#[test]
fn an_unknown_data_set() {
    says(&labora(["train", "cifar11"]).fails(1), &["cifar11", "cifar10"]);
}

#[test]
fn a_batch_that_does_not_divide_among_the_cores() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let args = ["train", "--data", data.to_str().unwrap(), "--batch-size", "100", "--verbose", "0"];
    says(&labora(args).fails(1), &["batch_size=100", "8 cores", "96 or 104"]);
}

#[test]
fn weights_that_are_damaged_cut_off_or_of_another_network() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let good = folder.path().join("w.weights.h5");
    train(&data, &["--save", good.to_str().unwrap(), "--verbose", "0"]).succeeds();
    let bytes = fs::read(&good).unwrap();
    let bad = folder.path().join("bad.weights.h5");
    let evaluate = || {
        let (weights, data) = (bad.to_str().unwrap(), data.to_str().unwrap());
        labora(["evaluate", "--weights", weights, "--data", data, "--device", "cpu"]).fails(1)
    };
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    says(&evaluate(), &["bad.weights.h5"]);
    fs::write(&bad, b"no HDF5 at all").unwrap();
    says(&evaluate(), &["bad.weights.h5"]);
    fs::remove_file(&bad).unwrap();
    says(&evaluate(), &["bad.weights.h5"]);

    let mut damaged = bytes.clone();
    damaged[..8].fill(0);
    fs::write(&bad, damaged).unwrap();
    says(&evaluate(), &["bad.weights.h5"]);

    // The weights of a network for other images and classes.
    for (shape, layer) in [([28, 28, 1], "batch_normalization"), ([32, 32, 3], "dense_1")] {
        let settings = Cifar10Cnn { input_shape: Shape::new(shape), classes: 7, ..Cifar10Cnn::default() };
        keras::naming::reset_uids();
        cifar10_cnn(&settings).unwrap().save_weights(&bad, true).unwrap();
        says(&evaluate(), &["bad.weights.h5", layer]);
    }
}

#[test]
fn outputs_that_cannot_be_written_are_found_before_training() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let nowhere = folder.path().join("no/such/folder");
    for (option, file) in [("--save", "w.weights.h5"), ("--history", "h.json"), ("--plot", "p.png")] {
        let path = nowhere.join(file);
        let ended = train(&data, &[option, path.to_str().unwrap()]);
        assert!(!ended.out.contains("Epoch"), "nothing is trained: {}", ended.out);
        says(&ended.fails(1), &[file, "does not exist"]);
    }
    says(&train(&data, &["--save", "weights.txt"]).fails(2), &["weights.txt", ".weights.h5"]);
}

#[test]
fn an_unknown_device_and_a_library_that_is_no_plugin() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    says(&train(&data, &["--device", "gpu"]).fails(2), &["gpu", "tpu and cpu"]);
    let file = folder.path().join("libnothing.so");
    fs::write(&file, b"this is no library").unwrap();
    says(&train(&data, &["--device", file.to_str().unwrap()]).fails(1), &["libnothing.so"]);
    says(&train(&data, &["--device", "./nowhere.so"]).fails(1), &["nowhere.so"]);
    #[cfg(target_os = "linux")]
    {
        // The C library that this very test has loaded is a library, and no plugin.
        let maps = fs::read_to_string("/proc/self/maps").unwrap();
        let libc = maps.lines().filter_map(|l| l.split_whitespace().last()).find(|l| l.contains("libc.so")).unwrap();
        says(&train(&data, &["--device", libc]).fails(1), &[libc, "GetPjrtApi"]);
    }
}

#[test]
fn an_unknown_optimizer_policy_and_image_number() {
    says(&labora(["train", "shapes", "--optimizer", "adamm"]).fails(2), &["adamm", "adamw"]);
    says(&labora(["train", "shapes", "--dtype", "float8"]).fails(2), &["float8", "mixed_bfloat16"]);
    let folder = folder();
    let data = small_cifar10(folder.path());
    let weights = folder.path().join("w.h5");
    train(&data, &["--save", weights.to_str().unwrap(), "--verbose", "0"]).succeeds();
    let (weights, data) = (weights.to_str().unwrap(), data.to_str().unwrap());
    let message = labora(["predict", "--weights", weights, "--data", data, "--index", "0-99"]).fails(2);
    says(&message, &["99", "24"]);
    let message = labora(["predict", "--weights", weights, "--data", data, "--image", "/nowhere.png"]).fails(1);
    says(&message, &["/nowhere.png"]);
}

#[test]
fn a_loss_that_is_not_finite_stops_the_training_and_keeps_the_last_good_weights() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let kept = folder.path().join("kept.weights.h5");
    let args = ["--learning-rate", "1e38", "--optimizer", "sgd", "--save", kept.to_str().unwrap(), "--verbose", "0"];
    let message = train(&data, &args).fails(1);
    says(&message, &["epoch 1, step", "not finite", "kept.weights.h5"]);
    // The weights in the file are those from before the step that would have made them none.
    let mut model = cifar10_cnn(&Cifar10Cnn::default()).unwrap();
    model.load_weights(&kept).unwrap();
    let weights: Vec<f32> = model.variables().iter().flat_map(|v| v.values.iter().copied()).collect();
    assert!(weights.iter().all(|w| w.is_finite()), "every weight is a number");
    says(&train(&data, &["--learning-rate=-1"]).fails(2), &["learning rate"]);
}
