//! Eight cores give the results of a sequential implementation of data parallelism, with any number of
//! threads.

use datasets::{Images, Options, shapes};
use keras::Verbose;
use keras::layers::{BatchNormalization, Conv2D, Dense, Flatten, Input, Padding};
use keras::optimizers::{Adam, Optimizer, SGD};
use keras::{Activation, Compile, Device, Fit, Model};
use pjrt::{Client, NamedValue};

use crate::network;

const CORES: usize = 8;
const ROWS: usize = 4;
const STEPS: usize = 6;

fn images(count: usize) -> Images {
    datasets::load(shapes::NAME, &Options::default()).unwrap().train.first(count)
}

/// Trains one step on these rows. Returns the loss and the updated model.
fn step(model: &Model, device: &Device, rows: &Images, optimizer: impl Optimizer + 'static) -> (f64, Model) {
    let mut model = model.clone();
    model.compile(Compile::new(optimizer, "sparse_categorical_crossentropy")).unwrap();
    let mut model = model.to_device(device).unwrap();
    let fit = Fit { batch_size: rows.len(), shuffle: false, verbose: Verbose::Silent, ..Fit::default() };
    let loss = model.fit(rows, &rows.labels, fit).unwrap().get("loss").unwrap()[0];
    (loss, model.sync_to_cpu().unwrap())
}

/// Builds the article's network without operations that select. If two values of a pooling window, or a value
/// and the zero of `relu`, differ by less than rounding, the gradient may take another path, and two runs
/// differ by more than rounding. So `tanh` replaces `relu`, and strides replace pooling.
fn smooth_network() -> Model {
    keras::naming::reset_uids();
    let conv = |filters: usize| Conv2D::new(filters, (3, 3)).activation(Activation::Tanh);
    let input = Input::new([32, 32, 3]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let x = conv(32).padding(Padding::Same).call(&x).unwrap();
    let x = conv(32).padding(Padding::Same).strides((2, 2)).call(&x).unwrap();
    let x = BatchNormalization::new().call(&x).unwrap();
    let x = conv(64).padding(Padding::Same).call(&x).unwrap();
    let x = conv(64).strides((2, 2)).call(&x).unwrap();
    let x = Flatten::new().call(&x).unwrap();
    let x = Dense::new(512).activation(Activation::Tanh).call(&x).unwrap();
    let output = Dense::new(10).activation(Activation::Softmax).call(&x).unwrap();
    Model::new(&input, &output).unwrap()
}

/// With SGD, a step with averaged gradients equals the average of steps with each core's gradient. The
/// reference trains each core's rows separately from the same weights and averages the results. Moving
/// statistics are those of the first core.
#[test]
fn eight_cores_equal_one_core_that_computes_their_parts_sequentially() {
    let (eight, one) = (labora::devices::cpu_with_cores(CORES).unwrap().quiet(), labora::cpu().unwrap().quiet());
    let data = images(CORES * ROWS * STEPS);
    let sgd = || SGD::new().learning_rate(0.05);
    let mut parallel = smooth_network();
    for i in 0..STEPS {
        let before = parallel;
        let batch = data.slice(i * CORES * ROWS..(i + 1) * CORES * ROWS).unwrap();
        let (loss, after) = step(&before, &eight, &batch, sgd());
        parallel = after;

        let parts: Vec<(f64, Model)> = (0..CORES)
            .map(|core| step(&before, &one, &batch.slice(core * ROWS..(core + 1) * ROWS).unwrap(), sgd()))
            .collect();
        let mean = parts.iter().map(|(loss, _)| loss).sum::<f64>() / CORES as f64;
        assert!((loss - mean).abs() <= 1e-5 * mean.abs(), "step {i}: loss {loss}, sequentially {mean}");
        let mut sequential = parts[0].1.clone();
        for (v, variable) in parts[0].1.variables().iter().enumerate() {
            if variable.trainable {
                let sum = |e: usize| parts.iter().map(|(_, m)| f64::from(m.variables()[v].values[e])).sum::<f64>();
                let values = (0..variable.values.len()).map(|e| (sum(e) / CORES as f64) as f32).collect();
                sequential.set_variable(&variable.path, values).unwrap();
            }
        }
        for (a, b) in parallel.variables().iter().zip(sequential.variables()) {
            let scale = b.values.iter().fold(1e-3f32, |m, v| m.max(v.abs()));
            let worst = testkit::worst_difference(&a.values, &b.values);
            assert!(worst <= 1e-5 * scale, "step {i}, {}: off by {worst} of {scale}", a.path);
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    // Three whole batches, and a remainder that is padded to be divided among the cores.
    let data = images(CORES * ROWS * 3 + 13);
    let start = network(true);
    let run = |threads: i64| {
        let options = [("cores", NamedValue::Int64(CORES as i64)), ("threads", NamedValue::Int64(threads))];
        let client = Client::new(&plugin::linked().unwrap(), &options).unwrap();
        let device = Device::all_cores(client).unwrap().quiet();
        let mut model = start.clone();
        model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy")).unwrap();
        let mut model = model.to_device(&device).unwrap();
        let fit = Fit { batch_size: CORES * ROWS, epochs: 2, verbose: Verbose::Silent, ..Fit::default() };
        let history = model.fit(&data, &data.labels, fit).unwrap();
        let loss = history.get("loss").unwrap()[1];
        let model = model.sync_to_cpu().unwrap();
        let bits: Vec<u32> = model.variables().iter().flat_map(|v| v.values.iter().map(|x| x.to_bits())).collect();
        (loss.to_bits(), bits)
    };
    let one = run(1);
    for threads in [2, 3] {
        assert!(run(threads) == one, "{threads} threads give other results than one");
    }
}
