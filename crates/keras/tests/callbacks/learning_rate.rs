//! Callbacks that change the learning rate.

use keras::callbacks::{LearningRateScheduler, Logs, ReduceLrOnPlateau, Run};

use crate::fit::{fit, fit_logs};

#[test]
fn a_plateau_reduces_the_learning_rate() {
    let reduce = || ReduceLrOnPlateau::new("loss").factor(0.5);
    // (callback, losses, the learning rate in each epoch)
    let cases: [(ReduceLrOnPlateau, &[f64], &[f32]); 5] = [
        (reduce().patience(1), &[1.0, 1.0, 1.0, 0.5, 0.5], &[1.0, 1.0, 0.5, 0.25, 0.25]),
        (reduce().patience(2), &[1.0, 1.0, 1.0, 1.0], &[1.0, 1.0, 1.0, 0.5]),
        (reduce().patience(1).min_delta(0.2), &[1.0, 0.9, 0.7, 0.7], &[1.0, 1.0, 0.5, 0.5]),
        (reduce().patience(1).min_lr(0.4), &[1.0, 1.0, 1.0, 1.0], &[1.0, 1.0, 0.5, 0.4]),
        (reduce().patience(1).cooldown(2), &[1.0; 6], &[1.0, 1.0, 0.5, 0.5, 0.25, 0.25]),
    ];
    for (mut callback, values, rates) in cases {
        let outcome = fit(&mut callback, "loss", values).unwrap();
        assert_eq!(outcome.rates, rates, "{callback:?}");
        let logged: Vec<f32> = outcome.logs.iter().map(|logs| logs.get("learning_rate").unwrap() as f32).collect();
        assert_eq!(logged, rates, "the logs have the rate that the epoch was trained with");
    }
    let said = fit(&mut reduce().patience(1).verbose(true), "loss", &[1.0, 1.0]).unwrap().text;
    assert_eq!(said, "\nEpoch 2: ReduceLROnPlateau reducing learning rate to 0.5.\n");
    let error = fit(&mut ReduceLrOnPlateau::new("loss").factor(1.0), "loss", &[1.0]).unwrap_err();
    assert!(error.to_string().contains("below 1"));
}

#[test]
fn a_function_sets_the_learning_rate() {
    let mut callback =
        LearningRateScheduler::new(|epoch, rate| if epoch < 2 { rate } else { rate * 0.5 }).verbose(true);
    let outcome = fit(&mut callback, "loss", &[1.0; 4]).unwrap();
    assert_eq!(outcome.rates, [1.0, 1.0, 0.5, 0.25]);
    assert!(outcome.text.ends_with("\nEpoch 4: LearningRateScheduler setting learning rate to 0.25.\n"));
}

#[test]
fn a_schedule_cannot_be_overridden() {
    let logs = || vec![Logs::from_iter([("loss", 1.0)]); 3];
    let run = Run { epochs: 3, steps: Some(1), ..Run::default() };
    let mut callback = LearningRateScheduler::new(|_, rate| rate);
    let error = fit_logs(&mut callback, run, logs(), true).unwrap_err();
    assert!(error.to_string().contains("schedule"), "{error}");
    let mut callback = ReduceLrOnPlateau::new("loss").patience(1);
    assert!(fit_logs(&mut callback, run, logs(), true).is_err());
}
