//! A failure on a device gives an error that names the operation, the place, the plugin's message and the
//! remedy; and the model keeps its last good weights.

use keras::training::DeviceModel;
use keras::{Device, ErrorKind, Infer};
use pjrt::abi::PJRT_Error_Code;

use crate::faulty::{self, At, Fault};
use crate::{BATCH, images, network, settings, weights};

const DEVICES: i64 = 4;

/// Builds the network on a client with fault injection.
fn model() -> DeviceModel {
    let device = Device::all_cores(faulty::client(DEVICES)).unwrap().quiet();
    network().to_device(&device).unwrap()
}

fn fault(at: At, skip: usize, code: PJRT_Error_Code, message: &'static str) -> Fault {
    Fault { at, skip, code, message, is_final: false }
}

/// Returns the weights after a number of epochs without a fault.
fn good(epochs: usize) -> Vec<Vec<f32>> {
    let (x, y) = images();
    let mut model = model();
    model.fit(&x, &y, settings(epochs)).unwrap();
    weights(model.model())
}

/// Asserts that a message contains these words.
#[track_caller]
fn says(error: &keras::Error, words: &[&str]) {
    assert_eq!(error.kind(), ErrorKind::Device);
    let missing: Vec<&&str> = words.iter().filter(|word| !error.message().contains(**word)).collect();
    assert!(missing.is_empty(), "{missing:?} are not in: {error}");
}

#[test]
fn failures_before_the_first_step_change_nothing() {
    let (x, y) = images();
    let exhausted = PJRT_Error_Code::RESOURCE_EXHAUSTED;
    let table: [(Fault, &[&str]); 4] = [
        (
            fault(At::Compile, 0, exhausted, "the program needs 17 GiB of 16"),
            &[
                "the plugin 'faulty' could not compile the program",
                "for 4 core(s)",
                "17 GiB of 16",
                "smaller batch_size",
            ],
        ),
        (
            fault(At::Compile, 0, PJRT_Error_Code::UNIMPLEMENTED, "no such thing as stablehlo.convolution"),
            &[
                "could not compile",
                "no such thing as stablehlo.convolution (unimplemented in PJRT_Client_Compile)",
                "newer",
            ],
        ),
        (
            fault(At::Upload(4 * 64 * 72), 0, exhausted, "out of device memory"),
            &["could not copy an array of [64, 72] f32, 0.0 MiB, to a core", "out of device memory", "resident_steps"],
        ),
        (
            fault(At::Upload(0), 5, PJRT_Error_Code::INTERNAL, "a copy engine stopped"),
            &["could not copy an array", "to a core: a copy engine stopped (internal in PJRT_Client_Buffer"],
        ),
    ];
    for (fault, words) in table {
        let mut model = model();
        let before = weights(model.model());
        faulty::fail(Some(fault));
        let error = model.fit(&x, &y, settings(2)).unwrap_err();
        says(&error, words);
        assert!(before == weights(model.model()), "{error}");
        // The fault was transient: the same model trains now.
        faulty::fail(None);
        model.fit(&x, &y, settings(2)).unwrap();
        assert!(good(2) == weights(model.model()));
    }
    assert_eq!(faulty::wrong(), [""; 0]);
}

/// Calls have two steps, and epochs two calls.
#[test]
fn failures_during_training_leave_the_weights_of_the_last_epoch() {
    let (x, y) = images();
    let table: [(Fault, &[&str], usize); 4] = [
        (
            fault(At::Launch, 1, PJRT_Error_Code::RESOURCE_EXHAUSTED, "out of memory: 3 GiB"),
            &[
                "epoch 1: steps 3 to 4: the plugin 'faulty' could not run the program",
                "3 GiB",
                "batch_size",
                "from before",
            ],
            0,
        ),
        (
            fault(At::Launch, 2, PJRT_Error_Code::RESOURCE_EXHAUSTED, "out of memory: 3 GiB"),
            &["epoch 2: steps 1 to 2: the plugin 'faulty'", "The model has the weights after epoch 1"],
            1,
        ),
        (
            fault(At::End(2), 5, PJRT_Error_Code::INTERNAL, "an illegal address was read"),
            &[
                "epoch 3: steps 3 to 4",
                "1 of 4 devices failed, the first is device 2: an illegal address",
                "may be lost",
            ],
            2,
        ),
        (
            Fault {
                is_final: true,
                ..fault(At::End(0), 4, PJRT_Error_Code::UNAVAILABLE, "the device fell off the bus")
            },
            &["epoch 3: steps 1 to 2", "4 of 4 devices failed", "fell off the bus (unavailable", "after epoch 2"],
            2,
        ),
    ];
    for (fault, words, epochs) in table {
        let mut model = model();
        let before = weights(model.model());
        faulty::fail(Some(fault));
        let error = model.fit(&x, &y, settings(5)).unwrap_err();
        says(&error, words);
        faulty::fail(None);
        let kept = weights(model.model());
        assert!(kept == if epochs == 0 { before } else { good(epochs) }, "{error}");
        assert_eq!(model.history().unwrap().epochs().len(), epochs);

        // The weights can be saved, and training continues from them as without the fault.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept.weights.h5");
        model.save_weights(&file).unwrap();
        let mut read = network();
        read.load_weights(&file).unwrap();
        assert!(kept == weights(&read));
        model.fit(&x, &y, keras::Fit { initial_epoch: epochs, ..settings(5) }).unwrap();
        assert!(good(5) == weights(model.model()));
    }
    assert_eq!(faulty::wrong(), [""; 0]);
}

#[test]
fn weights_that_cannot_be_downloaded_stay_as_before() {
    let (x, y) = images();
    let mut model = model();
    let before = weights(model.model());
    // Position and totals are read after each call; later come the weights, at the end of the epoch.
    let lost = fault(At::Read, 12, PJRT_Error_Code::UNAVAILABLE, "the device fell off the bus");
    faulty::fail(Some(Fault { is_final: true, ..lost }));
    let error = model.fit(&x, &y, settings(3)).unwrap_err();
    says(&error, &["epoch 1", "to the host: the device fell off the bus", "from before this training"]);
    assert!(before == weights(model.model()));
}

#[test]
fn evaluations_and_predictions_work_again_after_a_fault() {
    let (x, y) = images();
    let mut model = model();
    let expected =
        (model.evaluate(&x, &y, Infer::silent(BATCH)).unwrap(), model.predict(&x, Infer::silent(BATCH)).unwrap());
    for at in [At::Launch, At::End(3), At::Read] {
        let trouble = fault(at, 0, PJRT_Error_Code::INTERNAL, "a fan stopped");
        faulty::fail(Some(trouble));
        says(&model.evaluate(&x, &y, Infer::silent(BATCH)).unwrap_err(), &["the plugin 'faulty'", "a fan stopped"]);
        faulty::fail(Some(trouble));
        says(&model.predict(&x, Infer::silent(BATCH)).unwrap_err(), &["the plugin 'faulty'", "a fan stopped"]);
        let again =
            (model.evaluate(&x, &y, Infer::silent(BATCH)).unwrap(), model.predict(&x, Infer::silent(BATCH)).unwrap());
        assert!(expected == again, "{at:?}");
    }
    assert_eq!(faulty::wrong(), [""; 0]);
}

/// No buffer is read before its event is ready, no donated buffer is used, and the results are the same.
#[test]
fn a_device_that_answers_late_is_waited_for() {
    let (x, y) = images();
    let expected = good(3);
    let mut model = model();
    faulty::be_late();
    model.fit(&x, &y, settings(3)).unwrap();
    assert!(expected == weights(model.model()));
    // Six calls on four devices, and the downloads after each.
    assert!(faulty::waited() > 6 * DEVICES as usize, "{}", faulty::waited());
    assert_eq!(faulty::wrong(), [""; 0]);
}
