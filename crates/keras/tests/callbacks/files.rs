//! Callbacks that write files.

use std::path::PathBuf;

use keras::ErrorKind;
use keras::callbacks::{CsvLogger, Logs, ModelCheckpoint, Run};

use crate::fit::{fit, fit_logs};

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn weights_are_saved_each_epoch_or_on_improvement() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join("made").join(name).to_string_lossy().into_owned();
    let mut every = ModelCheckpoint::new(path("e{epoch:02d}-{val_loss:.1f}.weights.h5"));
    let outcome = fit(&mut every, "val_loss", &[1.0, 0.5, 0.75]).unwrap();
    assert_eq!(names(&outcome.model.saved), ["e01-1.0.weights.h5", "e02-0.5.weights.h5", "e03-0.8.weights.h5"]);
    let mut best = ModelCheckpoint::new(path("{epoch}.weights.h5")).save_best_only(true).verbose(true);
    let outcome = fit(&mut best, "val_loss", &[1.0, 0.5, 0.75]).unwrap();
    assert_eq!(
        (names(&outcome.model.saved), best.best()),
        (vec!["1.weights.h5".into(), "2.weights.h5".into()], Some(0.5))
    );
    assert!(outcome.text.contains("Epoch 2: val_loss improved from 1.00000 to 0.50000, saving model to"));
    assert!(outcome.text.contains("Epoch 2: finished saving model to"));
    assert!(outcome.text.ends_with("Epoch 3: val_loss did not improve from 0.50000\n"));
    let mut beaten = ModelCheckpoint::new(path("x.weights.h5")).monitor("accuracy").save_best_only(true);
    beaten = beaten.initial_value_threshold(Some(0.7));
    let outcome = fit(&mut beaten, "accuracy", &[0.5, 0.7, 0.8]).unwrap();
    assert_eq!(outcome.model.saved.len(), 1);
}

/// The endings are those of Keras; of the others, weights in safetensors are this crate's own.
#[test]
fn the_name_says_whether_the_model_or_its_weights_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let saved = |name: &str, weights_only: Option<bool>| {
        let checkpoint = ModelCheckpoint::new(folder.path().join(name).to_string_lossy());
        let mut checkpoint = match weights_only {
            Some(weights_only) => checkpoint.save_weights_only(weights_only),
            None => checkpoint,
        };
        let model = fit(&mut checkpoint, "val_loss", &[1.0, 0.5]).map_err(|e| e.to_string())?.model;
        Ok::<_, String>((names(&model.saved), names(&model.saved_whole)))
    };
    let files = |name: &str| vec![name.replace("{epoch:02d}", "01"), name.replace("{epoch:02d}", "02")];
    for (name, weights_only) in [
        ("e{epoch:02d}.weights.h5", None),
        ("e{epoch:02d}.safetensors", None),
        ("e{epoch:02d}.weights.h5", Some(true)),
        ("e{epoch:02d}.h5", Some(true)),
    ] {
        assert_eq!(saved(name, weights_only).unwrap(), (files(name), Vec::new()), "{name} {weights_only:?}");
    }
    for (name, weights_only) in
        [("e{epoch:02d}.keras", None), ("e{epoch:02d}.h5", None), ("e{epoch:02d}.keras", Some(false))]
    {
        assert_eq!(saved(name, weights_only).unwrap(), (Vec::new(), files(name)), "{name} {weights_only:?}");
    }
    assert!(saved("m.keras", Some(true)).unwrap_err().contains("it must end in `.weights.h5`"));
    assert!(saved("m.weights.h5", Some(false)).unwrap_err().contains("it must end in `.keras`"));
    assert!(saved("m.safetensors", Some(false)).unwrap_err().contains("it must end in `.keras`"));
}

#[test]
fn weights_are_saved_after_a_number_of_batches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("{epoch}-{batch}.weights.h5").to_string_lossy().into_owned();
    let mut callback = ModelCheckpoint::new(path).save_freq(Some(3));
    let run = Run { epochs: 2, steps: Some(4), ..Run::default() };
    let outcome = fit_logs(&mut callback, run, vec![Logs::from_iter([("loss", 1.0)]); 2], false).unwrap();
    assert_eq!(names(&outcome.model.saved), ["1-3.weights.h5", "2-2.weights.h5"]);
}

#[test]
fn unwritable_paths_are_detected_before_training() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let inside = file.join("w.weights.h5").to_string_lossy().into_owned();
    for error in [
        fit(&mut ModelCheckpoint::new(&inside), "loss", &[1.0]).unwrap_err(),
        fit(&mut CsvLogger::new(&inside), "loss", &[1.0]).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::File);
        assert!(error.to_string().contains("file"), "{error}");
    }
    let error = fit(&mut ModelCheckpoint::new("weights.npz"), "loss", &[1.0]).unwrap_err();
    assert!(error.to_string().contains(".weights.h5") && error.to_string().contains("ModelCheckpoint"), "{error}");
    let named_like_a_folder = folder.path().join("d.weights.h5");
    std::fs::create_dir(&named_like_a_folder).unwrap();
    let error = fit(&mut ModelCheckpoint::new(named_like_a_folder.to_string_lossy()), "loss", &[1.0]).unwrap_err();
    assert!(error.to_string().contains("it is a folder"));
}

#[test]
fn epochs_become_csv_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let epochs = || vec![Logs::from_iter([("loss", 1.0), ("accuracy", 0.25)]), Logs::from_iter([("loss", 0.5)])];
    let run = Run { epochs: 2, steps: Some(1), ..Run::default() };
    fit_logs(&mut CsvLogger::new(&path), run, epochs(), false).unwrap();
    let table = "epoch,accuracy,loss,val_accuracy,val_loss\r\n0,0.25,1.0,NA,NA\r\n1,NA,0.5,NA,NA\r\n";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), table);
    // The file is replaced, then appended to without a second header row.
    fit_logs(&mut CsvLogger::new(&path), run, epochs(), false).unwrap();
    fit_logs(&mut CsvLogger::new(&path).append(true), run, epochs(), false).unwrap();
    let rows = table.split_once("\r\n").unwrap().1;
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{table}{rows}"));
    let semicolons = vec![Logs::from_iter([("val_loss", 0.5)])];
    fit_logs(&mut CsvLogger::new(&path).separator(';'), run, semicolons, false).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "epoch;val_loss\r\n0;0.5\r\n");
}
