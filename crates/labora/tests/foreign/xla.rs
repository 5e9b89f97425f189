//! XLA's own plugin for CPUs, as OpenXLA publishes it, trains with the same results as the built-in
//! processor.

use std::path::PathBuf;

use keras::optimizers::SGD;
use keras::training::DeviceModel;
use keras::{Compile, DTypePolicy, Device, Fit, Infer, Model};
use labora::plugins::{Found, Places};

use crate::{BATCH, images, network, settings, weights};

/// Returns the plugin; none, after printing the reason, if it cannot be installed. It is published for Linux.
fn plugin() -> Option<Found> {
    let pins = testkit::workspace_root().join("tests/python/xla-cpu.txt");
    let python = match testkit::virtual_environment(&pins) {
        Ok(python) => python,
        Err(reason) => {
            testkit::skip_without(testkit::Need::Python, &format!("no plugin of XLA for CPUs: {reason}"));
            return None;
        }
    };
    let environment: PathBuf = python.ancestors().nth(2).unwrap().to_path_buf();
    let found = Places { python: vec![environment], ..Places::default() }.find();
    Some(found.into_iter().find(|found| found.name == "xla_cpu").expect("the plugin is in its package"))
}

fn on(device: Device, model: &Model) -> DeviceModel {
    model.to_device(&device.quiet()).unwrap()
}

/// Returns the greatest difference of two models' weights.
fn difference(a: &DeviceModel, b: &DeviceModel) -> f32 {
    let (a, b) = (weights(a.model()).concat(), weights(b.model()).concat());
    testkit::worst_difference(&a, &b)
}

/// Builds the network with plain gradient descent. Adam's steps do not shrink with the gradient, so for a
/// nearly zero gradient the last bit of a sum would decide their direction.
fn descending() -> Model {
    let mut model = network();
    let descent = SGD::new().learning_rate(0.05);
    model.compile(Compile::new(descent, "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    model
}

#[test]
fn trainings_evaluations_and_predictions_agree_with_ours() {
    let Some(plugin) = plugin() else { return };
    let (x, y) = images();
    let whole_epochs = Fit { steps_per_execution: Some(4), ..settings(6) };
    for (cores, settings) in [(1, settings(6)), (4, settings(6)), (4, whole_epochs)] {
        let mut ours = on(labora::devices::cpu_with_cores(cores).unwrap(), &descending());
        let mut theirs = on(labora::devices::found(&plugin, Some(cores)).unwrap(), &descending());
        let ours_history =
            ours.fit(&x, &y, Fit { steps_per_execution: settings.steps_per_execution, ..crate::settings(6) }).unwrap();
        let theirs_history = theirs.fit(&x, &y, settings).unwrap();
        let (a, b) = (ours_history.get("loss").unwrap(), theirs_history.get("loss").unwrap());
        assert!(a[5] < a[0], "the loss decreases: {a:?}");
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4), "{cores} cores: {a:?} {b:?}");
        let apart = difference(&ours, &theirs);
        assert!(apart < 1e-4, "{cores} cores: weights are {apart} apart");

        let [ours_test, theirs_test] =
            [&mut ours, &mut theirs].map(|m| m.evaluate(&x, &y, Infer::silent(BATCH)).unwrap());
        let [a, b] = [&ours_test, &theirs_test].map(|logs| logs.get("loss").unwrap());
        assert!((a - b).abs() < 1e-4, "{cores} cores: {a} {b}");
        let [a, b] = [&mut ours, &mut theirs].map(|m| m.predict(&x, Infer::silent(BATCH)).unwrap());
        let floats = |array: &keras::Array| (0..x.rows()).flat_map(|row| array.row(row).unwrap()).collect::<Vec<f32>>();
        assert!(testkit::worst_difference(&floats(&a), &floats(&b)) < 1e-4);
    }
}

#[test]
fn the_deterministic_option_and_the_bf16_policy_are_taken() {
    let Some(plugin) = plugin() else { return };
    let (x, y) = images();
    let run = || {
        let device = labora::devices::found(&plugin, Some(2)).unwrap().deterministic();
        let folder = pjrt::OptionValue::String("/usr/local/cuda".into());
        let device = device.with_compile_option("xla_gpu_cuda_data_dir", folder);
        let mut model = on(device, &network());
        model.fit(&x, &y, settings(2)).unwrap();
        weights(model.model())
    };
    assert!(run() == run(), "two runs differ");

    let article = keras::applications::Cifar10Cnn { dtype: DTypePolicy::MixedBfloat16, ..Default::default() };
    let model = keras::applications::cifar10_cnn(&article).unwrap();
    let image = keras::Array::new(vec![1, 32, 32, 3], vec![0.5f32; 32 * 32 * 3]).unwrap();
    let devices = [labora::cpu().unwrap(), labora::devices::found(&plugin, Some(1)).unwrap()];
    let [a, b] = devices.map(|device| on(device, &model).predict(&image, Infer::silent(1)).unwrap().row(0).unwrap());
    // bf16 has 8 bits of precision, and the order of summation differs.
    assert!(testkit::worst_difference(&a, &b) < 1e-2, "{a:?} {b:?}");
}

#[test]
fn errors_of_the_plugin_are_passed_on_in_its_words() {
    let Some(plugin) = plugin() else { return };
    let device = labora::devices::found(&plugin, Some(1)).unwrap();
    let broken = device.client().compile("this is no program", &pjrt::CompileOptions::default()).unwrap_err();
    assert!(broken.to_string().contains("PJRT_Client_Compile: "), "{broken}");
    let (x, y) = images();
    let strange = device.with_compile_option("no_such_option", pjrt::OptionValue::Bool(true));
    let error = on(strange, &network()).fit(&x, &y, settings(1)).unwrap_err();
    let words = ["the plugin 'xla_cpu_pjrt' could not compile", "no_such_option"];
    assert!(words.iter().all(|word| error.message().contains(word)), "{error}");
    let many = labora::devices::found(&plugin, Some(100)).unwrap_err();
    assert!(many.message().contains("100 cores were requested, the device 'cpu' has"), "{many}");
}
