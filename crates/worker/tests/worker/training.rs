//! Keras in Rust on the devices of a worker: the same bits as on the devices of this process.

use std::path::Path;

use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten, MaxPooling2D};
use keras::optimizers::Adam;
use keras::{Activation, Array, Compile, Device, DeviceModel, Fit, Infer, Input, Model, Verbose};
use pjrt::{Client, NamedValue};

use crate::common::Worker;

const CLASSES: usize = 3;

/// The article's network, small.
pub fn network() -> Model {
    let input = Input::new([8, 8, 1]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let x = Conv2D::new(8, 3).activation(Activation::Relu).call(&x).unwrap();
    let x = MaxPooling2D::new(2).call(&x).unwrap();
    let x = Flatten::new().call(&x).unwrap();
    let x = Dropout::new(0.2).call(&x).unwrap();
    let output = Dense::new(CLASSES).activation(Activation::Softmax).call(&x).unwrap();
    let mut model = Model::new(&input, &output).unwrap();
    model.initialize(7).unwrap();
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    model
}

/// Images of bytes: noise with a bright row, whose position is the class.
pub fn images(count: usize) -> (Array, Array) {
    let mut rng = keras::utils::Rng::seeded(5);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for i in 0..count {
        y.push((i % CLASSES) as i32);
        for row in 0..8 {
            x.extend((0..8).map(|_| rng.below(100) as u8 + if row == 2 * (i % CLASSES) { 150 } else { 0 }));
        }
    }
    (Array::new([count, 8, 8, 1], x).unwrap(), Array::from(y))
}

pub fn fit<'a>(epochs: usize) -> Fit<'a> {
    Fit { batch_size: 32, epochs, verbose: Verbose::Silent, seed: 3, ..Fit::default() }
}

/// The devices of a worker.
pub fn remote(address: &str, options: &[(&str, &str)]) -> pjrt::Result<Client> {
    let text = |value: &str| NamedValue::String(value.to_string());
    let mut named = vec![("address", text(address))];
    named.extend(options.iter().map(|(name, value)| (*name, text(value))));
    Client::new(&remote_plugin::linked()?, &named)
}

pub fn on_worker(worker: &Worker) -> Device {
    Device::all_cores(remote(&worker.target, &[]).unwrap()).unwrap().quiet()
}

pub fn local() -> Device {
    let numerics = ("numerics", NamedValue::String("tpu".into()));
    let client = Client::new(&plugin::linked().unwrap(), &[("cores", NamedValue::Int64(8)), numerics]).unwrap();
    Device::all_cores(client).unwrap().quiet()
}

/// The bits of all weights.
pub fn bits(model: &DeviceModel) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.weights.h5");
    model.save_weights(&file).unwrap();
    weights_of(&file)
}

/// The bits of a file's weights.
pub fn weights_of(file: &Path) -> Vec<u8> {
    let mut model = network();
    model.load_weights(file).unwrap();
    let weights = model.weights().layers.into_iter().flat_map(|layer| layer.weights);
    weights.flat_map(|weight| weight.data).flat_map(f32::to_le_bytes).collect()
}

#[test]
fn training_evaluation_and_prediction_have_the_bits_of_local_devices() {
    let worker = Worker::start(&[]);
    let (x, y) = images(96);
    let results = [on_worker(&worker), local()].map(|device| {
        assert_eq!(device.cores(), 8);
        let mut model = network().to_device(&device).unwrap();
        model.fit(&x, &y, fit(2)).unwrap();
        let evaluation = format!("{:?}", model.evaluate(&x, &y, Infer::silent(32)).unwrap());
        let predicted = model.predict(&x, Infer::silent(32)).unwrap();
        (bits(&model), evaluation, format!("{predicted:?}"))
    });
    assert!(results[0].0.len() > 1000, "there are weights");
    assert_eq!(results[0], results[1]);
    assert_ne!(results[0].0, bits(&network().to_device(&local()).unwrap()), "it has been trained");
}

#[test]
fn errors_arrive_with_their_text_and_the_session_goes_on() {
    let worker = Worker::start(&[]);
    let client = remote(&worker.target, &[]).unwrap();
    let options = pjrt::CompileOptions::default();
    let sum = |element: &str| {
        format!(
            "func.func @main(%x: tensor<2x{element}>) -> tensor<2x{element}> {{
               %y = stablehlo.add %x, %x : tensor<2x{element}>
               return %y : tensor<2x{element}>
             }}"
        )
    };
    let unknown = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = stablehlo.custom_call @nobody(%x) : (tensor<2xf32>) -> tensor<2xf32>
        return %y : tensor<2xf32>
    }";
    let error = client.compile(unknown, &options).unwrap_err();
    assert_eq!(error.kind(), pjrt::ErrorKind::Unimplemented, "{error}");
    assert!(error.message().contains("nobody"), "{error}");

    let program = client.compile(&sum("f32"), &options).unwrap();
    let put = |dims: &[usize], device: usize| {
        let bytes = vec![0; 4 * dims.iter().product::<usize>()];
        client.buffer_from_host(&bytes, pjrt::ElementType::F32, dims, &client.devices()[device]).unwrap()
    };
    let run = |x: &pjrt::Buffer| program.execute(vec![vec![pjrt::Argument::Borrow(x)]], &Default::default());
    // The server refuses the first one; from the second run on the results have the error.
    for _ in 0..2 {
        let error = run(&put(&[3], 0)).unwrap_err();
        assert!(error.message().contains("tensor<2xf32>"), "{error}");
        run(&put(&[2], 0)).unwrap();
    }
    let error = run(&put(&[2], 1)).unwrap_err();
    assert!(error.message().contains("must be on device 0"), "{error}");
    let deleted = put(&[2], 0);
    deleted.delete().unwrap();
    assert!(deleted.is_deleted().unwrap());
    assert_eq!(run(&deleted).unwrap_err().kind(), pjrt::ErrorKind::FailedPrecondition);
}

#[test]
fn memory_is_counted_and_given_back() {
    let worker = Worker::start(&[]);
    let client = remote(&worker.target, &[]).unwrap();
    let device = &client.devices()[3];
    let in_use = || device.memory_stats().unwrap().unwrap().bytes_in_use;
    let before = in_use();
    let data: pjrt::HostData = std::sync::Arc::new(vec![1u8; 1 << 16]);
    let buffer = client.buffer_from_host_shared(&data, pjrt::ElementType::U8, &[1 << 16], device).unwrap();
    assert_eq!(in_use(), before + (1 << 16));
    // Other devices get a copy at the worker, with the same content.
    let other = client.buffer_from_host_shared(&data, pjrt::ElementType::U8, &[1 << 16], &client.devices()[4]).unwrap();
    assert_eq!(other.to_vec().unwrap(), (*data).as_ref());
    drop((buffer, other));
    assert_eq!(in_use(), before);
    assert_eq!(std::sync::Arc::strong_count(&data), 1, "the host memory is free again");

    let program = "func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
        %y = stablehlo.multiply %x, %x : tensor<256xf32>
        return %y : tensor<256xf32>
    }";
    let program = client.compile(program, &pjrt::CompileOptions::default()).unwrap();
    assert_eq!(program.compiled_memory_stats().unwrap().outputs, 1024);
    assert_eq!(program.cost_analysis().unwrap().get("flops"), Some(&NamedValue::Float(256.0)));
    assert!(String::from_utf8(program.optimized_program().unwrap().code).unwrap().contains("stablehlo.multiply"));
}

/// Products of rows that are divided over four devices, as blocks of a grid, as rows, and their sum on all.
const DIVIDED: &str = r#"module @product attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  sdy.mesh @grid = <["a"=2, "b"=2]>
  func.func public @main(
      %x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %w: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
      -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {"b"}]>},
          tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<f32>) {
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
    %d = stablehlo.add %x, %x : tensor<8x2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return %p, %d, %s : tensor<8x4xf32>, tensor<8x2xf32>, tensor<f32>
  }
}"#;

#[test]
fn programs_of_several_partitions_have_the_bits_of_local_devices() {
    let worker = Worker::start(&[]);
    let numerics = ("numerics", NamedValue::String("tpu".into()));
    let local = Client::new(&plugin::linked().unwrap(), &[("cores", NamedValue::Int64(8)), numerics]).unwrap();
    let results = [remote(&worker.target, &[]).unwrap(), local].map(|client| {
        let options = pjrt::CompileOptions { num_partitions: 4, ..Default::default() };
        let program = client.compile(DIVIDED, &options).unwrap();
        let put = |device: usize, dims: &[usize]| {
            let values = (0..dims.iter().product()).map(|i: usize| (i * i + 3 * device) as f32);
            let bytes: Vec<u8> = values.flat_map(f32::to_le_bytes).collect();
            client.buffer_from_host(&bytes, pjrt::ElementType::F32, dims, &client.devices()[device]).unwrap()
        };
        let mut x: Vec<pjrt::Buffer> = (0..4).map(|device| put(device, &[2, 2])).collect();
        let weights = put(0, &[2, 4]);
        let w: Vec<pjrt::Buffer> =
            (0..4).map(|device| weights.copy_to_device(&client.devices()[device]).unwrap()).collect();
        let mut all = Vec::new();
        // The second run takes a result of the first as a whole.
        for _ in 0..2 {
            let row = |device: usize| [&x[device], &w[device]].map(pjrt::Argument::Borrow).into();
            let outputs = program.execute((0..4).map(row).collect(), &Default::default()).unwrap();
            let of_device = |buffers: &Vec<pjrt::Buffer>| -> Vec<_> {
                buffers.iter().map(|buffer| (buffer.dims().to_vec(), buffer.to_vec().unwrap())).collect()
            };
            all.extend(outputs.iter().map(of_device));
            x = outputs.into_iter().map(|mut buffers| buffers.swap_remove(1)).collect();
        }
        all
    });
    assert_eq!(results[0][1][0].0, [4, 2], "a block of the grid");
    assert_eq!(results[0], results[1]);
    // A program without results has one sharding nevertheless.
    let client = remote(&worker.target, &[]).unwrap();
    let header = DIVIDED.split_once("func.func").unwrap().0;
    let nothing = format!("{header}func.func @main(%x: tensor<8x2xf32>) {{ return }} }}");
    let program = client.compile(&nothing, &pjrt::CompileOptions { num_partitions: 4, ..Default::default() }).unwrap();
    let put = |device| client.buffer_from_host(&[0; 64], pjrt::ElementType::F32, &[8, 2], device).unwrap();
    let arguments = client.devices()[..4].iter().map(|device| vec![pjrt::Argument::Donate(put(device))]).collect();
    assert!(program.execute(arguments, &Default::default()).unwrap().iter().all(Vec::is_empty));
    let replicas = pjrt::CompileOptions { num_partitions: 4, num_replicas: 2, ..Default::default() };
    assert!(remote(&worker.target, &[]).unwrap().compile(DIVIDED, &replicas).is_err());
}
