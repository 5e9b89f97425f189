//! Trainings that are killed at random moments, and go on from the backup of `BackupAndRestore`.
//!
//! The number of kills is that of the environment variable `LABORA_TEST_KILLS`, 3 without it. Fifty of them:
//!
//!     LABORA_TEST_KILLS=50 cargo test --workspace --features labora/worker --test interrupted -- --nocapture

mod resume;
mod within_epoch;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use keras::callbacks::{BackupAndRestore, EarlyStopping, LambdaCallback};
use keras::layers::{BatchNormalization, Dense, Dropout};
use keras::optimizers::Adam;
use keras::utils::Rng;
use keras::{Activation, Array, Compile, Device, DeviceModel, Fit, Input, Model, Verbose};
use pjrt::NamedValue;

/// The environment variable that names the folder of a training in a child process.
const FOLDER: &str = "LABORA_TEST_FOLDER";
const EPOCHS: usize = 12;
const ROWS: usize = 600;

fn model() -> DeviceModel {
    let input = Input::new([16]);
    let x = Dense::new(24).activation(Activation::Relu).call(&input).unwrap();
    let x = Dropout::new(0.2).call(&BatchNormalization::new().call(&x).unwrap()).unwrap();
    let mut model = Model::new(&input, &Dense::new(3).activation(Activation::Softmax).call(&x).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    let options = [("cores", NamedValue::Int64(2))];
    let client = pjrt::Client::new(&plugin::linked().unwrap(), &options).unwrap();
    model.to_device(&Device::new(client, 2).unwrap().quiet()).unwrap()
}

fn data() -> (Array, Array) {
    let mut rng = Rng::seeded(3);
    let x: Vec<f32> = (0..ROWS * 16).map(|_| rng.below(1000) as f32 / 1000.0).collect();
    let y: Vec<i32> = x.chunks(16).map(|row| (row.iter().sum::<f32>() * 10.0) as i32 % 3).collect();
    (Array::new([ROWS, 16], x).unwrap(), y.into())
}

fn settings<'a>(epochs: usize) -> Fit<'a> {
    Fit { batch_size: 32, epochs, verbose: Verbose::Silent, ..Fit::default() }
}

/// All weights and the state of the optimizer as bytes.
fn state(model: &Model) -> Vec<u8> {
    let weights = model.variables().iter().map(|variable| &variable.values);
    let optimizer = model.optimizer_state().unwrap();
    let numbers = weights.chain(optimizer.slots.iter().flatten()).flatten();
    let bytes = numbers.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.chain(optimizer.iterations.to_le_bytes()).collect()
}

/// The training of a child process, in the folder that the environment names.
#[test]
fn training_of_a_child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    let (x, y) = data();
    let mut model = model();
    model.fit(&x, &y, settings(EPOCHS).callback(BackupAndRestore::new(folder.join("backup")))).unwrap();
    keras::utils::write_atomically(&folder.join("result"), &state(model.model())).unwrap();
}

fn child(folder: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "training_of_a_child"]).env(FOLDER, folder).stdout(Stdio::null()).stderr(Stdio::inherit());
    command.spawn().unwrap()
}

#[test]
fn killed_trainings_go_on_to_the_same_bits() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let kills: usize = std::env::var("LABORA_TEST_KILLS").map_or(3, |kills| kills.parse().unwrap());
    let (x, y) = data();
    let mut undisturbed = model();
    undisturbed.fit(&x, &y, settings(EPOCHS)).unwrap();
    let expected = state(undisturbed.model());
    let folder = tempfile::tempdir().unwrap();
    let (result, backup) = (folder.path().join("result"), folder.path().join("backup/training_metadata.json"));
    let mut rng = Rng::seeded(u64::from(std::process::id()));
    let (mut killed, mut resumed, mut complete) = (0, 0, 0);
    loop {
        resumed += usize::from(backup.exists());
        let mut process = child(folder.path());
        if killed < kills {
            std::thread::sleep(Duration::from_millis(rng.below(1500) as u64));
            process.kill().unwrap();
            killed += usize::from(!process.wait().unwrap().success());
        } else {
            assert!(process.wait().unwrap().success(), "the training failed after {killed} kills");
        }
        if result.exists() {
            assert!(std::fs::read(&result).unwrap() == expected, "other bits after {killed} kills");
            std::fs::remove_file(&result).unwrap();
            complete += 1;
            if killed >= kills {
                break;
            }
        }
    }
    assert!(!backup.exists(), "the backup of a complete training is deleted");
    println!("{killed} kills, {resumed} trainings began with a backup, {complete} were completed with the same bits");
}

#[test]
fn a_failed_training_goes_on_and_a_complete_one_leaves_nothing() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let (x, y) = data();
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let mut undisturbed = model();
    undisturbed.fit(&x, &y, settings(4)).unwrap();
    let fails = LambdaCallback::new().epoch_begin(|_, epoch| match epoch {
        2 => Err(keras::Error::argument("the third epoch")),
        _ => Ok(()),
    });
    let mut first = model();
    let fit = settings(4).callback(BackupAndRestore::new(&backup)).callback(fails);
    assert!(first.fit(&x, &y, fit).unwrap_err().to_string().contains("the third epoch"));
    let mut second = model();
    let history = second.fit(&x, &y, settings(4).callback(BackupAndRestore::new(&backup))).unwrap();
    assert_eq!(history.get("loss").unwrap().len(), 2);
    assert!(state(second.model()) == state(undisturbed.model()));
    assert!(!backup.exists());
    // A training that a callback ends is complete, too.
    let mut third = model();
    let stop = EarlyStopping::new("loss").min_delta(100.0);
    third.fit(&x, &y, settings(9).callback(BackupAndRestore::new(&backup)).callback(stop)).unwrap();
    assert!(!backup.exists());
}
