//! Validation with moving averages of the weights.

use keras::callbacks::{Callback, CallbackList, ModelCheckpoint, SwapEmaWeights};
use keras::optimizers::{Adam, LossScaleOptimizer, Optimizer};
use keras::{Compile, DeviceModel, Fit, Infer};

use super::{images, network, on, silent};

fn model(optimizer: impl Optimizer + 'static) -> DeviceModel {
    let mut model = network(0.2);
    model.compile(Compile::new(optimizer, "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    on(2, &model)
}

fn averaging() -> Adam {
    Adam::new().learning_rate(0.05).use_ema(true).ema_momentum(0.9)
}

/// Trains with callbacks, and returns the losses of the validations.
fn train(model: &mut DeviceModel, callbacks: Vec<&mut dyn Callback>) -> Vec<f64> {
    let (x, y) = images(48);
    let mut list = CallbackList::new();
    callbacks.into_iter().for_each(|callback| list.push(callback));
    let fit = Fit { batch_size: 12, callbacks: list, ..silent(3) };
    model.fit(&x, &y, fit.validation((x.clone(), y.clone()))).unwrap().get("val_loss").unwrap().to_vec()
}

fn loss(model: &mut DeviceModel) -> f64 {
    let (x, y) = images(48);
    model.evaluate(&x, &y, Infer::silent(12)).unwrap().get("loss").unwrap()
}

fn values(model: &DeviceModel) -> Vec<Vec<f32>> {
    model.model().variables().iter().map(|variable| variable.values.clone()).collect()
}

#[test]
fn validation_is_of_the_averages_with_which_the_training_ends() {
    for optimizer in [0, 1] {
        let new = || match optimizer {
            0 => model(averaging()),
            _ => model(LossScaleOptimizer::new(averaging())),
        };
        let (mut plain, mut swapped) = (new(), new());
        let plain_losses = train(&mut plain, Vec::new());
        let losses = train(&mut swapped, vec![&mut SwapEmaWeights::new()]);
        assert_eq!(values(&swapped), values(&plain), "the callback changes nothing of the training");
        let end = loss(&mut plain);
        assert!((losses[2] - end).abs() <= 1e-6 * end.abs(), "{losses:?}, and {end} at the end");
        assert!((plain_losses[2] - end).abs() > 1e-3 * end.abs(), "the weights are not their averages");
    }
}

#[test]
fn a_checkpoint_between_epochs_has_the_averages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last.weights.h5");
    let mut trained = model(averaging());
    let (mut swap, mut checkpoint) =
        (SwapEmaWeights::new().swap_on_epoch(true), ModelCheckpoint::new(path.display().to_string()));
    train(&mut trained, vec![&mut swap, &mut checkpoint]);
    let mut loaded = model(averaging());
    loaded.load_weights(&path).unwrap();
    assert_eq!(values(&loaded), values(&trained));
}

#[test]
fn without_averages_it_says_what_to_set() {
    let (x, y) = images(12);
    let mut model = model(Adam::new());
    let error =
        model.fit(&x, &y, silent(1).validation((x.clone(), y.clone())).callback(SwapEmaWeights::new())).unwrap_err();
    assert!(error.message().contains("`use_ema`"), "{}", error.message());
}
