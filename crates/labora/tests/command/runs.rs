//! Trainings that flags and run files describe: networks, augmentation, weights of classes, early stopping,
//! checkpoints. The results are those of the library with the same settings.

use std::fs;
use std::path::Path;

use datasets::{Dataset, Options};
use keras::callbacks::EarlyStopping;
use keras::layers::{Dense, Dropout, Flatten, FlipMode, RandomFlip, Rescaling};
use keras::models::load_model;
use keras::objects::Registry;
use keras::optimizers::schedules::CosineDecay;
use keras::optimizers::{Adam, SGD};
use keras::{Activation, Compile, Fit, Input, Model, Verbose};
use serde_json::Value;

use crate::fixtures::*;

/// A small network for the images of CIFAR-10.
fn network() -> Model {
    let input = Input::new([32, 32, 3]);
    let x = Flatten::new().call(&Rescaling::new(1.0 / 255.0).call(&input).unwrap()).unwrap();
    let x = Dropout::new(0.2).call(&x).unwrap();
    Model::new(&input, &Dense::new(10).activation(Activation::Softmax).call(&x).unwrap()).unwrap()
}

fn compile(optimizer: impl Into<keras::objects::Handle<dyn keras::optimizers::Optimizer>>) -> Compile {
    Compile::new(optimizer, "sparse_categorical_crossentropy").metrics(["accuracy"])
}

/// What the library trains on the images in this folder.
fn trained(folder: &Path, model: &Model, settings: Fit<'_>) -> Vec<Vec<f32>> {
    let options = Options { path: Some(folder.to_owned()), ..Options::default() };
    let data: Dataset = datasets::load("cifar10", &options).unwrap();
    let device = labora::devices::BuiltIn::Tpu;
    let options = labora::devices::BuiltInOptions { cores: Some(2), ..Default::default() };
    let mut model = model.to_device(&device.open(&options).unwrap().quiet()).unwrap();
    let validation_data = (settings.validation_split == 0.0).then(|| (&data.test).into());
    let settings = Fit { batch_size: 32, epochs: 3, verbose: Verbose::Silent, validation_data, ..settings };
    model.fit(&data.train, &data.train.labels, settings).unwrap();
    weights(model.model())
}

fn weights(model: &Model) -> Vec<Vec<f32>> {
    model.variables().iter().map(|variable| variable.values.clone()).collect()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The arguments of a training of a model's file on images.
fn arguments(data: &Path, model: &str) -> Vec<String> {
    let data = data.to_str().unwrap();
    let fixed = ["train", "--data", data, "--model", model, "--cores", "2", "--batch-size", "32", "--epochs", "3"];
    fixed.into_iter().chain(["--verbose", "0"]).map(str::to_owned).collect()
}

/// The weights of the whole model in a file.
fn saved(path: &str) -> Vec<Vec<f32>> {
    weights(&load_model(path, &Registry::new()).unwrap())
}

#[test]
fn flags_mean_the_settings_of_the_library() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let file = path(&folder, "m.keras");
    let mut model = network();
    model.compile(compile(Adam::new())).unwrap();
    model.save(&file).unwrap();
    let run = |more: &[&str]| {
        let save = path(&folder, "trained.keras");
        labora(arguments(&data, &file).iter().map(String::as_str).chain(["--save", &save]).chain(more.iter().copied()))
            .succeeds();
        saved(&save)
    };
    assert!(run(&[]) == trained(&data, &model, Fit::default()));
    let weighted = Fit::default().class_weight([(0, 0.5), (3, 4.0)]);
    assert!(run(&["--class-weight", "0=0.5,3=4"]) == trained(&data, &model, weighted));
    let split = Fit::default().validation_split(0.25);
    assert!(run(&["--validation-split", "0.25", "--no-shuffle"]) == trained(&data, &model, split.shuffle(false)));

    let flip = RandomFlip::new().mode(FlipMode::Horizontal);
    let augmented = model.with_preprocessing(vec![flip.into()]).unwrap();
    assert!(run(&["--augment", "RandomFlip(mode='horizontal')"]) == trained(&data, &augmented, Fit::default()));

    let mut scheduled = model.clone();
    let rate = CosineDecay::new(0.1, 6);
    scheduled.compile(compile(SGD::new().momentum(0.9).learning_rate(rate))).unwrap();
    let rate = "CosineDecay(initial_learning_rate=0.1, decay_steps=6)";
    let flags = ["--optimizer", "SGD(momentum=0.9)", "--learning-rate", rate];
    assert!(run(&flags) == trained(&data, &scheduled, Fit::default()));

    // A rate of 0 improves nothing, so it stops as soon as the patience is over.
    let history = path(&folder, "history.json");
    let still = run(&["--learning-rate", "0", "--early-stopping", "loss,0", "--history", &history]);
    assert!(still == weights(&model));
    let history: Value = serde_json::from_slice(&fs::read(&history).unwrap()).unwrap();
    let expected = {
        let mut early = EarlyStopping::new("loss").restore_best_weights(true);
        model.set_learning_rate(0.0).unwrap();
        trained(&data, &model, Fit::default().callback(&mut early));
        early.stopped_epoch().map_or(3, |epoch| epoch + 1)
    };
    assert_eq!(history["loss"].as_array().unwrap().len(), expected);
}

#[test]
fn augmentation_does_not_change_the_names_of_weights() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let save = path(&folder, "w.weights.h5");
    let layers = ["RandomFlip(mode='horizontal')", "RandomTranslation(height_factor=0.1, width_factor=0.1)"];
    train(&data, &["--save", &save, "--augment", layers[0], layers[1], "--verbose", "0"]).succeeds();
    // The article's network, without the layers, loads them.
    labora(["evaluate", "--weights", &save, "--data", data.to_str().unwrap(), "--device", "cpu"]).succeeds();
}

#[test]
fn networks_are_named_as_in_keras() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let message = train(&data, &["--model", "mobilenet"]).fails(2);
    assert!(message.contains("cifar10_cnn") && message.contains("MobileNetV2"), "{message}");
    let message = train(&data, &["--model", "InceptionV3"]).fails(1);
    assert!(message.contains("75"), "the least size is said: {message}");
    let message = train(&data, &["--augment", "RandomFlip(mode='up')"]).fails(2);
    assert!(message.contains("mode"), "{message}");
}

#[test]
fn a_run_file_is_the_flags_that_it_was_printed_from() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let (run, save) = (path(&folder, "run.toml"), path(&folder, "w.weights.h5"));
    let flags = ["--augment", "RandomFlip", "--seed", "7", "--save", &save, "--verbose", "0"];
    let expected = {
        train(&data, &flags).succeeds();
        fs::read(&save).unwrap()
    };
    let text = train(&data, &[&flags[..], &["--print-run"]].concat()).succeeds();
    fs::write(&run, &text).unwrap();
    fs::remove_file(&save).unwrap();
    labora(["train", &run]).succeeds();
    assert!(fs::read(&save).unwrap() == expected, "the same weights from the file:\n{text}");
    // The run file is copied beside the weights, and describes the same training.
    assert_eq!(fs::read_to_string(path(&folder, "w.run.toml")).unwrap(), text);
    labora(["train", &run, "--seed", "8"]).succeeds();
    assert!(fs::read(&save).unwrap() != expected, "a flag of the command line precedes the file");
    let copied = fs::read_to_string(path(&folder, "w.run.toml")).unwrap();
    assert_eq!(copied, text.replace("seed = 7", "seed = 8"));

    fs::write(&run, text.replace("seed = 7", "sed = 7")).unwrap();
    let message = labora(["train", &run]).fails(2);
    let line = text.lines().position(|line| line == "seed = 7").unwrap() + 1;
    assert!(message.contains(&format!("run.toml: line {line}: labora train has no setting `sed`")), "{message}");
    assert!(message.contains("`seed`"), "{message}");
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let checkpoint = path(&folder, "checkpoint");
    // The rate is too high for the second epoch, whose error leaves the checkpoint of the first.
    let rate = "PiecewiseConstantDecay(boundaries=[3], values=[0.001, 1e38])";
    let flags = ["--checkpoint", &checkpoint, "--resume", "--optimizer", "sgd", "--learning-rate", rate];
    let message = train(&data, &flags).fails(1);
    assert!(message.contains("not finite"), "{message}");
    let message = train(&data, &[&flags[..], &["--seed", "1"]].concat()).fails(2);
    assert!(message.contains("has another seed"), "{message}");
    let again = train(&data, &flags);
    assert!(again.out.contains("Going on after epoch 1"), "{}", again.out);
    let message = train(&data, &["--resume"]).fails(2);
    assert!(message.contains("--save FILE or --checkpoint FOLDER"), "{message}");
}
