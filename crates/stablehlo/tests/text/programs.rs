//! Round trips through text.

use stablehlo::ElementType::{Bf16, F32, Ui64};
use stablehlo::ops::{Binary, Direction, RngAlgorithm, WindowDim};
use stablehlo::{FuncBuilder, Module, Result, TensorType, ops};

use crate::{files, programs, read};

fn round_trip(name: &str, module: &Module) {
    let printed = module.to_string();
    let again = read(name, &printed);
    let mut expected = module.clone();
    expected.renumber();
    assert_eq!(again, expected, "{name}:\n{printed}");
    assert_eq!(again.to_string(), printed, "{name}");
}

#[test]
fn programs_that_were_read_round_trip() {
    for (name, text) in programs() {
        round_trip(&name, &read(&name, &text));
    }
}

#[test]
fn every_operation_of_the_table_is_read_and_printed() {
    let samples = files("ops");
    for def in ops::OPS {
        let (_, text) = samples.iter().find(|(n, _)| n == def.mnemonic()).expect(def.name);
        let module = read(def.name, text);
        let main = module.main().unwrap();
        let op = main.body.ops.iter().find(|op| op.kind.name() == def.name).expect(def.name);
        assert!(op.regions.len() >= def.regions, "{}", def.name);
        assert!(module.to_string().contains(def.name), "{}", def.name);
    }
    assert_eq!(samples.len(), ops::OPS.len(), "every sample is of an operation of the table");
}

#[test]
fn programs_that_were_built_round_trip() -> Result<()> {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(F32, [4, 8, 8, 3]));
    let kernel = b.param(TensorType::new(F32, [3, 3, 3, 5]));
    let state = b.param(TensorType::new(Ui64, [2]));
    b.alias(1, 1)?;
    b.set_location(Some("conv \"one\"".into()));
    let same = WindowDim { pad_low: 1, pad_high: 1, ..WindowDim::new(3) };
    let y = b.conv2d_nhwc(x, kernel, [same; 2])?;
    b.set_location(None);
    let pool = [WindowDim::new(1), WindowDim { stride: 2, ..WindowDim::new(2) }, WindowDim::new(2), WindowDim::new(1)];
    let pooled = b.reduce_window(Binary::Maximum, y, &pool)?;
    let scattered = b.select_and_scatter_max(y, pooled, &pool)?;
    let low = b.convert(scattered, Bf16)?;
    let sum = b.sum(low, &[0, 1, 2])?;
    let (_, bits) = b.rng_bits(RngAlgorithm::ThreeFry, state, TensorType::new(Ui64, [3]))?;
    let n = b.scalar(0i64)?;
    let five = b.scalar(5i64)?;
    let looped = b.while_loop(
        &[n, sum],
        |b, p| b.compare(Direction::Lt, p[0], five),
        |b, p| {
            let one = b.scalar(1i64)?;
            Ok(vec![b.add(p[0], one)?, b.add(p[1], p[1])?])
        },
    )?;
    let zero = b.compare(Direction::Eq, looped[0], five)?;
    let chosen = b.if_else(zero, |_| Ok(vec![looped[1], bits]), |b| Ok(vec![b.negate(looped[1])?, bits]))?;
    let total = b.all_reduce_sum(&chosen[..1])?;
    let func = b.finish(vec![total[0], kernel, chosen[1]]);
    round_trip("built", &Module::new("built", func).with_replicas(8));
    Ok(())
}

#[test]
fn locations_keep_their_names() {
    let (_, text) = files("jax").into_iter().find(|(n, _)| n == "locations").unwrap();
    let module = read("locations", &text);
    let ops = &module.main().unwrap().body.ops;
    assert_eq!(ops[0].location.as_deref(), Some("jit(<lambda>)/dense/tanh"));
    assert!(module.to_string().contains("stablehlo.tanh %arg0 : tensor<3xf32> loc(\"jit(<lambda>)/dense/tanh\")"));
}

#[test]
fn donated_parameters_and_other_attributes_are_kept() {
    let text = "module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 8 : i32} {
      func.func public @main(%a: tensor<2xf32> {tf.aliasing_output = 0 : i32, mhlo.layout_mode = \"default\"},
                             %b: tensor<2xf32> {jax.buffer_donor = true, some.flag}) -> (tensor<2xf32> {jax.result_info = \"\"}) {
        return %b : tensor<2xf32>
      }
    }";
    let module = read("donated", text);
    assert_eq!(module.num_replicas, 8);
    let params = &module.main().unwrap().params;
    assert_eq!(params[0].aliasing_output, Some(0));
    assert_eq!(params[0].attributes, [("mhlo.layout_mode".to_string(), "\"default\"".to_string())]);
    assert_eq!(params[1].attributes[0], ("jax.buffer_donor".to_string(), "true".to_string()));
    assert!(module.to_string().contains("{jax.buffer_donor = true, some.flag}"));
    round_trip("donated", &module);
}
