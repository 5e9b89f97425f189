//! Early stopping, and stopping at a loss that is not finite.

use keras::callbacks::{EarlyStopping, History, LambdaCallback, Mode, TerminateOnNan};

use crate::fit::fit;

#[test]
fn stops_when_the_value_does_not_improve() {
    let cases: &[(EarlyStopping, &str, &[f64], usize)] = &[
        (EarlyStopping::new("val_loss"), "val_loss", &[1.0, 0.8, 0.81, 0.79], 2),
        (EarlyStopping::new("loss").patience(2), "loss", &[1.0, 0.8, 0.81, 0.79, 0.8, 0.8, 0.8], 5),
        (EarlyStopping::new("loss").min_delta(0.1), "loss", &[1.0, 0.95, 0.94], 1),
        // The sign of the minimum change is ignored.
        (EarlyStopping::new("loss").min_delta(-0.1), "loss", &[1.0, 0.95, 0.94], 1),
        (EarlyStopping::new("val_accuracy"), "val_accuracy", &[0.5, 0.6, 0.6, 0.7], 2),
        (EarlyStopping::new("speed").mode(Mode::Max), "speed", &[1.0, 2.0, 2.0, 3.0], 2),
        (EarlyStopping::new("loss").start_from_epoch(3), "loss", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 4),
        // An improvement that does not reach the baseline does not reset the wait.
        (EarlyStopping::new("loss").patience(2).baseline(Some(0.5)), "loss", &[1.0, 0.9, 0.8, 0.8, 0.7], 3),
        (EarlyStopping::new("loss").patience(2).baseline(Some(0.5)), "loss", &[0.4, 0.6, 0.6, 0.6], 2),
        // The first epoch never stops a training, and NaN is not an improvement.
        (EarlyStopping::new("loss").baseline(Some(0.5)), "loss", &[1.0, 1.0, 1.0], 1),
        (EarlyStopping::new("loss"), "loss", &[1.0, f64::NAN, 0.5], 1),
    ];
    for (callback, name, values, last_epoch) in cases {
        let mut callback = callback.clone();
        let outcome = fit(&mut callback, name, values).unwrap();
        assert_eq!(outcome.last_epoch, *last_epoch, "{callback:?} on {values:?}");
        assert_eq!(callback.stopped_epoch(), (last_epoch + 1 < values.len()).then_some(*last_epoch));
        // The callback can be reused.
        assert_eq!(fit(&mut callback, name, values).unwrap().last_epoch, *last_epoch);
    }
}

#[test]
fn the_best_weights_are_restored() {
    let early = || EarlyStopping::new("loss").patience(2).restore_best_weights(true).verbose(true);
    let stopped = fit(&mut early(), "loss", &[1.0, 0.5, 0.7, 0.6, 0.1]).unwrap();
    assert_eq!((stopped.last_epoch, stopped.model.weights), (3, vec![vec![1.0]]));
    assert_eq!(stopped.text, "Epoch 4: early stopping\nRestoring model weights from the end of the best epoch: 2.\n");
    // They are restored after a complete training, too.
    let mut callback = early();
    let ended = fit(&mut callback, "loss", &[1.0, 0.5, 0.7]).unwrap();
    assert_eq!((ended.model.weights, callback.best_epoch()), (vec![vec![1.0]], Some(1)));
    // By default the last weights stay.
    let kept = fit(&mut EarlyStopping::new("loss"), "loss", &[1.0, 0.5, 0.7, 0.6]).unwrap();
    assert_eq!(kept.model.weights, [[2.0]]);
}

#[test]
fn a_missing_value_or_an_unknown_direction() {
    let missing = fit(&mut EarlyStopping::new("val_loss"), "loss", &[1.0, 2.0]).unwrap();
    assert_eq!(missing.last_epoch, 1);
    assert!(
        missing.text.starts_with("warning: EarlyStopping monitors \"val_loss\", which is not among the values: loss")
    );
    let unknown = fit(&mut EarlyStopping::new("val_speed"), "val_speed", &[1.0]).unwrap_err().to_string();
    assert!(unknown.contains("val_speed") && unknown.contains("Max or Min"), "{unknown}");
}

#[test]
fn a_loss_that_is_not_finite_ends_training() {
    for bad in [f64::NAN, f64::INFINITY] {
        let outcome = fit(&mut TerminateOnNan::new(), "loss", &[1.0, bad, 0.5]).unwrap();
        assert_eq!((outcome.last_epoch, outcome.text.as_str()), (1, "Batch 0: Invalid loss, terminating training\n"));
        let error = fit(&mut TerminateOnNan { raise_error: true }, "loss", &[1.0, bad]).unwrap_err();
        assert_eq!(error.kind(), keras::ErrorKind::Training);
    }
    assert_eq!(fit(&mut TerminateOnNan::new(), "loss", &[1.0, 2.0]).unwrap().last_epoch, 1);
}

#[test]
fn history_and_closures_see_every_epoch() {
    let mut history = History::new();
    fit(&mut history, "loss", &[3.0, 2.0]).unwrap();
    assert_eq!((history.epochs(), history.get("loss")), (&[0, 1][..], Some(&[3.0, 2.0][..])));
    assert_eq!(history.to_json().to_string(), r#"{"loss":[3.0,2.0]}"#);
    let seen = std::cell::RefCell::new(Vec::new());
    let note = |what: String| {
        seen.borrow_mut().push(what);
        Ok(())
    };
    let mut callback = LambdaCallback::new()
        .train_begin(|_| note("begin".into()))
        .epoch_begin(|_, epoch| note(format!("epoch {epoch}")))
        .train_batch_begin(|_, batch| note(format!("batch {batch}")))
        .train_batch_end(|_, batch, logs| note(format!("batch {batch}: {:?}", logs.get("loss"))))
        .epoch_end(|_, epoch, logs| note(format!("epoch {epoch}: {:?}", logs.get("loss"))))
        .train_end(|_, logs| note(format!("end: {:?}", logs.get("loss"))));
    fit(&mut callback, "loss", &[3.0]).unwrap();
    drop(callback);
    let expected = ["begin", "epoch 0", "batch 0", "batch 0: Some(3.0)", "epoch 0: Some(3.0)", "end: Some(3.0)"];
    assert_eq!(seen.into_inner(), expected);
}
