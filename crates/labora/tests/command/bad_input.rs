//! Invalid input: a clear message, a nonzero exit code, and nothing lost.

use std::fs;

use expect_test::{Expect, expect};
use keras::Shape;
use keras::applications::{Cifar10Cnn, cifar10_cnn};

use crate::fixtures::*;

/// Asserts that the message contains all of these words.
#[track_caller]
fn says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}

/// Asserts that a run fails with that exit code and that message.
#[track_caller]
fn refuses(args: &[&str], code: i32, message: Expect) {
    message.assert_eq(&labora(args).fails(code));
}

#[test]
fn a_truncated_file_of_images() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let file = data.join("data_batch_3.bin");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 100]).unwrap();
    expect![[r#"
        error: [FOLDER]/cifar-10-batches-bin/data_batch_3.bin: its size is 49068 bytes, which is 15 records and 2973 bytes, expected whole records of 3073 bytes
    "#]].assert_eq(&without_folder(&train(&data, &[]).fails(1), &folder));
}

#[test]
fn a_wrong_archive_and_a_missing_one() {
    let folder = folder();
    let archive = folder.path().join("cifar-10-binary.tar.gz");
    fs::write(&archive, b"this is no archive").unwrap();
    expect![[r#"
        error: [FOLDER]/cifar-10-binary.tar.gz: neither a .tar.gz nor a .zip or .npz archive (or a download that was cut off at once)
    "#]].assert_eq(&without_folder(&train(&archive, &[]).fails(1), &folder));
    expect![[r#"
        error: cifar10: the given path "[FOLDER]/nowhere" does not exist
    "#]]
    .assert_eq(&without_folder(&train(&folder.path().join("nowhere"), &[]).fails(1), &folder));
}

/// A data set that is named, or whose results are kept, is that data set or an error. Without both, shapes
/// are drawn, which is said before and after.
#[test]
fn a_data_set_that_is_not_there_is_not_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Nothing can be downloaded into a file.
    fs::write(path("no_folder"), "").unwrap();
    let run = |args: &[&str]| run_with(args, &[("KERAS_HOME", path("no_folder").as_ref())]);
    let input = keras::Input::new([32, 32, 3]);
    let mean = keras::layers::GlobalAveragePooling2D::new().call(&input).unwrap();
    let model = keras::Model::new(&input, &keras::layers::Dense::new(10).call(&mean).unwrap()).unwrap();
    model.save(path("small.keras")).unwrap();
    let small = ["train", "--model", &path("small.keras"), "--epochs", "1", "--batch-size", "1024", "--verbose", "2"];
    fs::write(path("run.toml"), "dataset = 'cifar10'\nepochs = 1\n").unwrap();
    for args in [
        &["train", "cifar10"][..],
        &["train", "mnist", "--epochs", "1"],
        &["train", &path("run.toml")],
        &[&small[..], &["--save", &path("w.weights.h5")]].concat(),
        &[&small[..], &["--save", &path("w.weights.h5"), "--resume"]].concat(),
        &[&small[..], &["--history", &path("h.json")]].concat(),
        &[&small[..], &["--checkpoint", &path("checkpoint")]].concat(),
        &["predict", "--weights", &path("w.weights.h5"), "--index", "0", "cifar10"],
        &["evaluate", "--weights", &path("w.weights.h5"), "cifar10"],
    ] {
        let said = run(args).fails(1);
        if args[0] == "train" {
            says(&said, &["no_folder", "--data PATH names its folder or archive"]);
        }
        assert!(!said.contains("instead"), "{args:?}: {said}");
    }
    for name in ["w.weights.h5", "h.json", "checkpoint/run.toml"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let ended = run(&small);
    let lines: Vec<&str> = ended.err.lines().collect();
    let place = |text: &str| {
        lines.iter().enumerate().filter(|(_, line)| line.contains(text)).map(|(i, _)| i).collect::<Vec<_>>()
    };
    assert_eq!(place("This training is on `shapes` instead"), [1, lines.len() - 2], "{}", ended.err);
    ended.succeeds();
}

#[test]
fn a_label_out_of_range() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let mut bytes = records(3, 0);
    bytes.extend(record(11));
    fs::write(data.join("data_batch_2.bin"), bytes).unwrap();
    expect![[r#"
        error: [FOLDER]/cifar-10-batches-bin/data_batch_2.bin: record 3 has label 11, but the 10 classes are 0 to 9
    "#]]
    .assert_eq(&without_folder(&train(&data, &[]).fails(1), &folder));
}

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    refuses(
        &["train", "cifar11"],
        2,
        expect![[r#"
        error: invalid value 'cifar11' for '[DATASET]'
          [possible values: cifar10, cifar100, mnist, fashion_mnist, shapes]

          tip: a similar value exists: 'cifar10'

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["train", "shapes", "--optimizer", "adamm"],
        2,
        expect![[r#"
            error: invalid value 'adamm' for '--optimizer <NAME>': there is no optimizer "adamm"; did you mean "adam"? There are adafactor, adadelta, adagrad, adam, adam_w, adamax, lamb, lion, nadam, ftrl, loss_scale_optimizer, multi_optimizer, muon, rm_sprop, schedule_free_adam_w, sgd

            For more information, try '--help'.
        "#]],
    );
    refuses(
        &["train", "shapes", "--optimizer", "SGD(momentun=0.9)"],
        2,
        expect![[r#"
            error: invalid value 'SGD(momentun=0.9)' for '--optimizer <NAME>': SGD has no setting 'momentun'; did you mean "momentum"? There are momentum, nesterov, learning_rate, weight_decay, clipnorm, global_clipnorm, clipvalue, use_ema, ema_momentum, ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name

            For more information, try '--help'.
        "#]],
    );
    says(&labora(["train", "shapes", "--model", "ResNet5O"]).fails(2), &["a similar value exists: 'ResNet50'"]);
    refuses(
        &["train", "shapes", "--dtype", "float8"],
        2,
        expect![[r#"
        error: invalid value 'float8' for '--dtype <POLICY>'
          [possible values: float32, mixed_bfloat16]

          tip: a similar value exists: 'float32'

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["train", "shapes", "--device", "gpu"],
        2,
        expect![[r#"
        error: there is no device "gpu"
        hint: the devices are tpu and cpu, and the plugins that `labora devices` lists; others are given by their path, such as ./libtpu.so
    "#]],
    );
    says(&labora(["train", "shapes", "--isa", "sse9"]).fails(1), &["sse9", "this machine takes", "portable"]);
    refuses(
        &["train", "shapes", "--verbose", "3"],
        2,
        expect![[r#"
        error: invalid value '3' for '--verbose <0|1|2>'
          [possible values: 0, 1, 2]

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["retrain"],
        2,
        expect![[r#"
        error: unrecognized subcommand 'retrain'

          tip: a similar subcommand exists: 'train'

        Usage: labora <COMMAND>

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    refuses(
        &["train", "shapes", "--learning-rate=-1"],
        2,
        expect![[r#"
        error: invalid value '-1' for '--learning-rate <RATE>': a learning rate must be finite and at least 0

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["train", "shapes", "--epochs", "0"],
        2,
        expect![[r#"
        error: invalid value '0' for '--epochs <N>': 0 is not in 1..=4294967295

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["train", "shapes", "--threads", "0"],
        2,
        expect![[r#"
        error: invalid value '0' for '--threads <N>': 0 is not in 1..=1024

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["predict", "--weights", "w.weights.h5"],
        2,
        expect![[r#"
            error: the following required arguments were not provided:
              <--index <N[,N-M]>|--image <FILE.png|jpg>|--input <FILE|FOLDER>...>

            Usage: labora predict --weights <FILE> <--index <N[,N-M]>|--image <FILE.png|jpg>|--input <FILE|FOLDER>...> [DATASET]

            For more information, try '--help'.
        "#]],
    );
    refuses(
        &["profile"],
        2,
        expect![[r#"
        error: the following required arguments were not provided:
          <PROGRAM.mlir|MODEL.keras|train-step|predict|davidnet|resnet50>

        Usage: labora profile <PROGRAM.mlir|MODEL.keras|train-step|predict|davidnet|resnet50>

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn environment_variables_are_checked_like_their_flags() {
    let with = |name: &str, value: &str| run_with(["train", "shapes"], &[(name, value.as_ref())]);
    expect![[r#"
        error: invalid value 'many' for '--threads <N>': invalid digit found in string

        For more information, try '--help'.
    "#]]
    .assert_eq(&with("LABORA_THREADS", "many").fails(2));
    says(&with("LABORA_ISA", "sse9").fails(1), &["sse9"]);
}

#[test]
fn a_batch_that_does_not_divide_among_the_cores() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let args = ["train", "--data", data.to_str().unwrap(), "--batch-size", "100", "--verbose", "0"];
    refuses(
        &args,
        1,
        expect![[r#"
        warning: 80 of the official 50000 training images are there
        warning: 24 of the official 10000 test images are there
        error: batch_size=100 cannot be divided among 8 cores: each takes the same number of rows; try 96 or 104
    "#]],
    );
}

#[test]
fn weights_that_are_damaged_truncated_or_of_another_network() {
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
        cifar10_cnn(&settings).unwrap().save_weights(&bad).unwrap();
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
    expect![[r#"
        error: weights.txt: a weight file's name ends in .weights.h5 (Keras 3), .h5 or .hdf5 (legacy), or .safetensors
    "#]]
    .assert_eq(&train(&data, &["--save", "weights.txt"]).fails(2));
}

#[test]
fn a_library_that_is_no_plugin() {
    let folder = folder();
    let data = small_cifar10(folder.path());
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
fn an_unknown_image() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let weights = folder.path().join("w.h5");
    train(&data, &["--save", weights.to_str().unwrap(), "--verbose", "0"]).succeeds();
    let (weights, data) = (weights.to_str().unwrap(), data.to_str().unwrap());
    let message = labora(["predict", "--weights", weights, "--data", data, "--index", "0-99"]).fails(2);
    expect![[r#"
        warning: 80 of the official 50000 training images are there
        warning: 24 of the official 10000 test images are there
        error: --index 0-99: there is no test image 99; there are 24, from 0 to 23
    "#]]
    .assert_eq(&message);
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
    // The file contains the weights from before the step whose loss was not finite.
    let mut model = cifar10_cnn(&Cifar10Cnn::default()).unwrap();
    model.load_weights(&kept).unwrap();
    let weights: Vec<f32> = model.variables().iter().flat_map(|v| v.values.iter().copied()).collect();
    assert!(weights.iter().all(|w| w.is_finite()), "every weight is a number");
}
