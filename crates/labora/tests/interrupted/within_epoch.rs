//! Backups within epochs: a training goes on with the step that follows.

use keras::callbacks::{BackupAndRestore, Callback, History, TrainContext};
use keras::data::Dataset;
use keras::{DeviceModel, Fit};

use super::{FOLDER, data, model, settings, state};

/// Ends a training at a step of an epoch, and knows its first one.
#[derive(Default)]
struct Watch {
    cut_at: Option<(usize, usize)>,
    first: Option<(usize, usize)>,
    epoch: usize,
}

impl Callback for Watch {
    fn on_epoch_begin(&mut self, _ctx: &mut TrainContext<'_>, epoch: usize) -> keras::Result<()> {
        self.epoch = epoch;
        Ok(())
    }

    fn on_train_batch_begin(&mut self, _ctx: &mut TrainContext<'_>, batch: usize) -> keras::Result<()> {
        let now = (self.epoch, batch);
        self.first.get_or_insert(now);
        match self.cut_at {
            Some(at) if now >= at => Err(keras::Error::argument("the power was cut")),
            _ => Ok(()),
        }
    }
}

/// How a training is given its rows.
type Train = fn(&mut DeviceModel, Fit<'_>) -> keras::Result<History>;

fn on_arrays(model: &mut DeviceModel, fit: Fit<'_>) -> keras::Result<History> {
    let (x, y) = data();
    model.fit(&x, &y, fit)
}

/// Chunks of four steps are on the device at a time.
fn on_chunks(model: &mut DeviceModel, fit: Fit<'_>) -> keras::Result<History> {
    on_arrays(model, Fit { resident_steps: Some(4), ..fit })
}

fn on_dataset(model: &mut DeviceModel, fit: Fit<'_>) -> keras::Result<History> {
    let (x, y) = data();
    model.fit_dataset(&Dataset::from_arrays((&x, &y), 32)?.shuffle(100, 5), fit)
}

#[test]
fn a_training_goes_on_within_an_epoch() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let trains: [(&str, Train); 3] = [("arrays", on_arrays), ("chunks", on_chunks), ("a data set", on_dataset)];
    for (name, train) in trains {
        // One step in a program; and three, so that a backup follows the last of them.
        for (steps, goes_on_with) in [(1, 10), (3, 12)] {
            let fit = || Fit { steps_per_execution: Some(steps), ..settings(3) };
            let mut undisturbed = model();
            let expected = train(&mut undisturbed, fit()).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let backup = || BackupAndRestore::new(folder.path().join("backup")).save_freq(5);
            let cut = Watch { cut_at: Some((1, 13)), ..Watch::default() };
            let error = train(&mut model(), fit().callback(backup()).callback(cut)).unwrap_err();
            assert!(error.to_string().contains("the power was cut"), "{name}: {error}");
            let (mut watch, mut second) = (Watch::default(), model());
            let history = train(&mut second, fit().callback(backup()).callback(&mut watch)).unwrap();
            assert_eq!(watch.first, Some((1, goes_on_with)), "{name}, {steps} steps in a program");
            // The values of the epoch are those of all of its steps.
            for value in ["loss", "accuracy"] {
                assert_eq!(history.get(value).unwrap(), &expected.get(value).unwrap()[1..], "{name}: {value}");
            }
            assert!(state(second.model()) == state(undisturbed.model()), "{name}: other bits");
        }
    }
}

#[test]
fn a_backup_of_other_cores_is_refused() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let backup = || BackupAndRestore::new(folder.path()).save_freq(1);
    let fit = || Fit { steps_per_execution: Some(1), ..settings(1) };
    let cut = Watch { cut_at: Some((0, 2)), ..Watch::default() };
    on_arrays(&mut model(), fit().callback(backup()).callback(cut)).unwrap_err();
    let client = pjrt::Client::new(&plugin::linked().unwrap(), &[("cores", pjrt::NamedValue::Int64(1))]).unwrap();
    let mut other = model().model().to_device(&keras::Device::new(client, 1).unwrap().quiet()).unwrap();
    let error = on_arrays(&mut other, fit().callback(backup())).unwrap_err();
    assert!(error.to_string().contains("a training on 2 cores"), "{error}");
}
