//! Checkpoints of whole models, and trainings that go on with them.

use keras::callbacks::ModelCheckpoint;
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Array, Fit, Infer};

use crate::{images, network, on, silent};

#[test]
fn a_checkpoint_is_a_whole_model_whose_training_goes_on() {
    let (x, y) = images(96);
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("epoch{epoch:02d}-{val_loss:.2f}.keras");
    let fit = |epochs, first| Fit { validation_split: 0.25, initial_epoch: first, ..silent(epochs) };
    let mut model = on(2, &network(0.25));
    let history = model.fit(&x, &y, fit(3, 0).callback(ModelCheckpoint::new(pattern.to_string_lossy()))).unwrap();
    let losses = history.get("val_loss").unwrap();
    let saved = |epoch: usize| {
        let path = folder.path().join(format!("epoch{:02}-{:.2}.keras", epoch + 1, losses[epoch]));
        load_model(path, &Registry::new()).unwrap()
    };
    let last = saved(2);
    let predict = |model: &keras::Model| on(2, model).predict(&x, Infer::silent(32)).unwrap();
    assert_eq!(predict(&last), predict(model.model()));
    assert_eq!(last.optimizer_state(), model.model().optimizer_state());
    // The first checkpoint trains on to the bits of the training that was not interrupted.
    let mut resumed = on(2, &saved(0));
    resumed.fit(&x, &y, fit(3, 1)).unwrap();
    assert_eq!(resumed.model().variables(), model.model().variables());
    assert_eq!(resumed.model().optimizer_state(), model.model().optimizer_state());
}

/// The first batches alone give what they give among all: sums of rows, and outputs of each row.
#[test]
fn steps_are_the_first_batches() {
    let (x, y) = images(96);
    let mut model = on(2, &network(0.0));
    let rows: Vec<usize> = (0..64).collect();
    let (first_x, first_y) = (x.take(&rows).unwrap(), y.take(&rows).unwrap());
    let infer = || Infer::silent(32).steps(2);
    let expected = model.evaluate(&first_x, &first_y, Infer::silent(32)).unwrap();
    assert_eq!(model.evaluate(&x, &y, infer()).unwrap(), expected);
    let batches = keras::data::Dataset::from_arrays((&x, &y), 32).unwrap();
    assert_eq!(model.evaluate_dataset(&batches, infer()).unwrap(), expected);
    let expected = model.predict(&first_x, Infer::silent(32)).unwrap();
    assert_eq!(model.predict(&x, infer()).unwrap(), expected);
    assert_eq!(model.predict_dataset(&batches, infer()).unwrap(), [expected]);
    for error in [
        model.evaluate(&x, &y, infer().steps(0)).unwrap_err(),
        model.predict(&x, infer().steps(0)).unwrap_err(),
        model.predict_dataset(&batches, infer().steps(0)).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "steps must be at least 1");
    }
}

/// In Keras class weights are weights of the samples.
#[test]
fn a_step_with_class_weights_is_one_with_weights_of_samples() {
    let (x, y) = images(32);
    let network = network(0.0);
    let [mut by_class, mut by_sample] = [on(2, &network), on(2, &network)];
    let weights: Vec<f32> = (0..32).map(|row| if row % 3 == 1 { 4.0 } else { 1.0 }).collect();
    let logs = by_class.train_on_batch_with((&x, &y), [(1, 4.0)]).unwrap();
    assert_eq!(by_sample.train_on_batch((&x, &y, Array::from(weights))).unwrap(), logs);
    assert_eq!(by_class.model().variables(), by_sample.model().variables());
    assert_ne!(on(2, &network).train_on_batch((&x, &y)).unwrap(), logs);
}
