//! The library on several processes: `fit` with callbacks, `evaluate` and `predict` give all processes the
//! results of one.

use std::path::Path;

use keras::callbacks::{CallbackList, EarlyStopping, ReduceLrOnPlateau};
use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten};
use keras::optimizers::Adam;
use keras::{Activation, Array, Compile, Fit, Infer, Input, Model, Verbose};
use labora::devices::{BuiltIn, BuiltInOptions};

use crate::launch::{Ended, Mpi, Program};

/// The variable that makes this program a process of a training: its folder and its cores.
const FOLDER: &str = "LABORA_TEST_HOSTS";
const CORES: &str = "LABORA_TEST_HOSTS_CORES";

const ROWS: usize = 70;

/// A small network with every kind of state: weights, moments, moving averages, random numbers.
fn network() -> keras::Result<Model> {
    let input = Input::new([6, 6, 2]);
    let x = Conv2D::new(4, 3).activation(Activation::Relu).call(&input)?;
    let x = BatchNormalization::new().call(&x)?;
    let x = Dropout::new(0.25).call(&x)?;
    let x = Flatten::new().call(&x)?;
    let x = Dense::new(3).activation(Activation::Softmax).call(&x)?;
    let mut model = Model::new(&input, &x)?;
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
    model.initialize(5)?;
    Ok(model)
}

/// Images of three classes that differ in brightness.
fn images() -> keras::Result<(Array, Array)> {
    let kinds: Vec<i32> = (0..ROWS as i32).map(|row| (row * 7) % 3).collect();
    let pixels = kinds
        .iter()
        .enumerate()
        .flat_map(|(row, kind)| (0..6 * 6 * 2).map(move |i| ((row * 31 + i * 17) % 23) as f32 / 23.0 + *kind as f32));
    Ok((Array::new(vec![ROWS, 6, 6, 2], pixels.collect::<Vec<f32>>())?, kinds.into()))
}

/// Trains, evaluates and predicts, and describes the results with all digits.
fn results(device: &keras::Device) -> keras::Result<String> {
    let (x, y) = images()?;
    let mut model = network()?.to_device(&device.clone().quiet())?;
    let mut text = String::new();
    // The second training goes on where the first has ended.
    for (epochs, shuffle) in [(3, true), (2, false)] {
        let mut callbacks = CallbackList::new();
        callbacks.push(ReduceLrOnPlateau::new("loss").patience(0).min_delta(0.2));
        callbacks.push(EarlyStopping::new("val_loss").patience(1).restore_best_weights(true));
        let fit = Fit {
            batch_size: 16,
            epochs,
            validation_split: 0.2,
            shuffle,
            verbose: Verbose::Silent,
            callbacks,
            ..Fit::default()
        };
        let history = model.fit(&x, &y, fit)?;
        text += &format!("{}\n", history.to_json());
    }
    let logs = model.evaluate(&x, &y, Infer::silent(8))?;
    text += &format!("{:?}\n", logs.iter().collect::<Vec<_>>());
    for rows in [ROWS, 3] {
        let some = x.take(&(0..rows).collect::<Vec<_>>())?;
        let predictions = model.predict(&some, Infer::silent(16))?;
        text += &format!("{:?}\n", predictions.as_f32());
    }
    let weights: Vec<u32> =
        model.model().variables().iter().flat_map(|v| v.values.iter().map(|w| w.to_bits())).collect();
    Ok(text + &format!("{weights:?}\n"))
}

/// A process of a training, which the test below starts. Does nothing otherwise.
#[test]
fn process() {
    let (Ok(folder), Ok(cores)) = (std::env::var(FOLDER), std::env::var(CORES)) else { return };
    let mpi = std::env::var_os("PMI_RANK").is_some();
    let options = BuiltInOptions { cores: cores.parse().ok(), mpi, ..BuiltInOptions::default() };
    let device = BuiltIn::Tpu.open(&options).unwrap();
    let text = results(&device).unwrap();
    let rank = device.client().process_index();
    let path = Path::new(&folder).join(format!("{rank}-of-{}.txt", device.workers()));
    std::fs::write(path, text).unwrap();
    // A file of weights is the first process's.
    let file = Path::new(&folder).join(format!("own-{rank}-of-{}.weights.h5", device.workers()));
    network().unwrap().to_device(&device.quiet()).unwrap().save_weights(&file).unwrap();
    assert_eq!(file.is_file(), rank == 0);
    if let Some(world) = mpi::World::joined() {
        world.finalize().unwrap();
    }
}

#[test]
fn fit_evaluate_and_predict_give_all_processes_the_results_of_one() {
    let Some(mpi) = Mpi::mpich() else { return };
    let folder = tempfile::tempdir().unwrap();
    let process = || {
        let path = std::env::current_exe().unwrap();
        Program::new(path, &["library::process", "--exact", "--nocapture", "--test-threads=1"])
    };
    let variables = |cores: usize| [(FOLDER, folder.path().display().to_string()), (CORES, cores.to_string())];
    let read = |rank: usize, size: usize| {
        std::fs::read_to_string(folder.path().join(format!("{rank}-of-{size}.txt"))).unwrap()
    };
    let mut one = mpi.alone(&process());
    one.envs(variables(4));
    Ended::of(one).succeeds();
    for size in [2, 4] {
        let mut several = mpi.job(&[(size, process())]);
        several.envs(variables(4 / size));
        Ended::of(several).succeeds();
        for rank in 0..size {
            assert_eq!(read(rank, size), read(0, 1), "process {rank} of {size}");
        }
    }
}
