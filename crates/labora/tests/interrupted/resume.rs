//! `labora train --resume`, killed at random moments.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use keras::layers::{BatchNormalization, Dense, Dropout, Flatten};
use keras::optimizers::Adam;
use keras::utils::Rng;
use keras::{Activation, Compile, Input, Model};
use serde_json::Value;

#[allow(dead_code)]
#[path = "../command/fixtures.rs"]
mod fixtures;

/// A network whose results depend on shuffling, dropout, moving averages and slots of the optimizer.
fn model() -> Model {
    let input = Input::new([32, 32, 3]);
    let x = BatchNormalization::new().call(&Flatten::new().call(&input).unwrap()).unwrap();
    let x = Dropout::new(0.3).call(&x).unwrap();
    let mut model = Model::new(&input, &Dense::new(10).activation(Activation::Softmax).call(&x).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    model
}

/// The epochs of a history, without what depends on the speed.
fn history(path: &std::path::Path) -> Value {
    let mut all: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let map = all.as_object_mut().unwrap();
    ["seconds", "compile_seconds", "images_per_s"].iter().for_each(|name| drop(map.remove(*name)));
    all
}

#[test]
fn killed_commands_go_on_to_the_same_bits() {
    let kills: usize = std::env::var("LABORA_TEST_KILLS").map_or(3, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let data = fixtures::small_cifar10(folder.path());
    model().save(folder.path().join("model.keras")).unwrap();
    let command = |name: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_labora"));
        command.args(["train", "--model", "model.keras", "--data"]).arg(&data);
        command.args(["--cores", "2", "--batch-size", "16", "--epochs", "20", "--verbose", "2"]);
        // It stops early, and the best weights are those of an epoch before.
        command.args(["--early-stopping", "val_loss,6", "--save", &format!("{name}.weights.h5")]);
        command.args(["--history", &format!("{name}.json")]).args(more);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(command("undisturbed", &[]).status().unwrap().success());
    let file = |name: &str| folder.path().join(name);
    let (expected, epochs) = (fs::read(file("undisturbed.weights.h5")).unwrap(), history(&file("undisturbed.json")));
    let checkpoint = file("w.checkpoint");
    let mut rng = Rng::seeded(u64::from(std::process::id()));
    let (mut killed, mut resumed, mut complete) = (0, 0, 0);
    while killed < kills || complete == 0 {
        resumed += usize::from(checkpoint.join("training_metadata.json").exists());
        let mut process = command("w", &["--resume"]).spawn().unwrap();
        if killed < kills {
            std::thread::sleep(Duration::from_millis(rng.below(2500) as u64));
            process.kill().unwrap();
        }
        let success = process.wait().unwrap().success();
        killed += usize::from(!success);
        assert!(success || killed <= kills, "the training failed after {kills} kills");
        if success {
            assert!(fs::read(file("w.weights.h5")).unwrap() == expected, "other bits after {killed} kills");
            assert_eq!(history(&file("w.json")), epochs, "another history after {killed} kills");
            assert!(!checkpoint.exists(), "the checkpoint of a complete training is deleted");
            complete += 1;
        }
    }
    println!(
        "{killed} kills, {resumed} trainings began with a checkpoint, {complete} were completed with the same bits"
    );
}
