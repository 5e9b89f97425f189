//! A training program on the linked plugin and on the loaded one.

use pjrt::{Argument, Buffer, Client, CompileOptions, ElementType, ExecuteOptions, NamedValue, Plugin};

use crate::common::{DESCENT, Random, bytes, floats, linked_and_loaded};

const WEIGHTS: [f32; 8] = [0.5, -1.0, 2.0, 0.25, -0.75, 1.5, 1.0, -2.0];

/// Each replica's inputs and labels: the labels are the products of the inputs and the weights.
fn data() -> [(Vec<f32>, Vec<f32>); 2] {
    let mut random = Random(7);
    [(); 2].map(|()| {
        let x: Vec<f32> = (0..32).map(|_| random.fraction()).collect();
        let y = x.chunks(4).flat_map(|row| (0..2).map(|c| (0..4).map(|k| row[k] * WEIGHTS[2 * k + c]).sum::<f32>()));
        let y = y.collect();
        (x, y)
    })
}

/// The weights on each replica and the loss after each of `runs` executions of 20 steps.
fn train(plugin: &Plugin, numerics: &str, runs: usize) -> Vec<(Vec<Vec<u8>>, f32)> {
    let options = [("cores", NamedValue::Int64(2)), ("numerics", NamedValue::String(numerics.into()))];
    let client = Client::new(plugin, &options).unwrap();
    let program = client.compile(DESCENT, &CompileOptions { num_replicas: 2, ..Default::default() }).unwrap();
    let devices = client.devices();
    let put = |values: &[f32], dims: &[usize], device: usize| -> Buffer {
        client.buffer_from_host(&bytes(values), ElementType::F32, dims, &devices[device]).unwrap()
    };
    let data = data();
    let inputs: Vec<[Buffer; 3]> = (0..2)
        .map(|d| {
            let steps = client.buffer_from_host(&20i32.to_le_bytes(), ElementType::S32, &[], &devices[d]).unwrap();
            [put(&data[d].0, &[8, 4], d), put(&data[d].1, &[8, 2], d), steps]
        })
        .collect();
    let mut weights: Vec<Buffer> = (0..2).map(|d| put(&[0.0; 8], &[4, 2], d)).collect();
    let mut history = Vec::new();
    for _ in 0..runs {
        let arguments = weights.into_iter().zip(&inputs).map(|(w, inputs)| {
            std::iter::once(Argument::Donate(w)).chain(inputs.iter().map(Argument::Borrow)).collect()
        });
        let outputs = program.execute(arguments.collect(), &ExecuteOptions::default()).unwrap();
        let loss = floats(&outputs[0][1].to_vec().unwrap())[0];
        weights = outputs.into_iter().map(|mut list| list.swap_remove(0)).collect();
        history.push((weights.iter().map(|w| w.to_vec().unwrap()).collect(), loss));
    }
    history
}

#[test]
fn linked_and_loaded_train_to_the_same_bits() {
    let (linked, loaded) = linked_and_loaded();
    for numerics in ["float32", "tpu"] {
        assert_eq!(train(&linked, numerics, 3), train(&loaded, numerics, 3), "{numerics}");
    }
}

#[test]
fn training_finds_the_weights() {
    let (linked, _) = linked_and_loaded();
    let history = train(&linked, "float32", 15);
    let (weights, last) = history.last().unwrap();
    assert!(history[0].1 > *last && *last < 1e-6, "the loss went from {} to {last}", history[0].1);
    for replica in weights {
        let found = floats(replica);
        assert!(found.iter().zip(&WEIGHTS).all(|(f, w)| (f - w).abs() < 1e-3), "{found:?} instead of {WEIGHTS:?}");
    }
}
