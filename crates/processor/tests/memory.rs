//! Donation, places shared over time, and what programs say of their memory.

mod common;

use common::{Random, module, run};
use processor::{Argument, Buffer, CompileOptions, Cores, Executable, compile};
use stablehlo::interpret::evaluate;
use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

/// Elements of a buffer that several tiles of a loop are needed for; Miri would take minutes for as many.
const N: usize = if cfg!(miri) { 40 } else { 5000 };

fn vector(n: usize) -> TensorType {
    TensorType::new(ElementType::F32, [n])
}

/// `build` over parameters of those types, parameter `i` aliased to result `i` for each of `aliased`.
fn donating(
    types: &[TensorType],
    aliased: &[(usize, usize)],
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Vec<Value>>,
) -> Module {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = types.iter().map(|ty| b.param(ty.clone())).collect();
    let results = build(&mut b, &params).unwrap();
    for (param, result) in aliased {
        b.alias(*param, *result).unwrap();
    }
    Module::new("donating", b.finish(results))
}

fn go(executable: &Executable, arguments: Vec<Argument>) -> Vec<Buffer> {
    executable.run(&Cores::new(1), vec![arguments]).unwrap().swap_remove(0)
}

#[test]
fn a_donated_buffer_is_written_in_place() {
    let module = donating(&[vector(N)], &[(0, 0)], |b, p| {
        let y = b.multiply(p[0], p[0])?;
        Ok(vec![b.add(y, p[0])?])
    });
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let input = Random(1).literal(&vector(N));
    let want = evaluate(&module, std::slice::from_ref(&input)).unwrap();
    let buffer = Buffer::from_literal(&input);
    let place = buffer.as_bytes().as_ptr();
    let result = go(&executable, vec![Argument::Donate(buffer)]);
    assert_eq!(result[0].as_bytes().as_ptr(), place, "made where the argument was");
    assert_eq!(result[0].to_literal(), want[0]);
    assert_eq!(executable.memory(1).alias_bytes, 4 * N);
}

#[test]
fn an_optimizers_state_is_written_where_it_lies() {
    // Results lie over arguments that are read before the result is made (m), with it (w), and after it (v).
    let types = [vector(N), vector(N), vector(N), vector(N)];
    let module = donating(&types, &[(0, 0), (1, 1), (2, 2)], |b, p| {
        let [w, m, v, g] = p[..] else { unreachable!("four parameters") };
        let decayed = b.multiply(m, g)?;
        let twice = b.add(g, g)?;
        let mean = b.add(decayed, twice)?;
        let square = b.multiply(g, g)?;
        let spread = b.subtract(v, square)?;
        let change = b.multiply(mean, g)?;
        let bounded = b.maximum(change, v)?;
        Ok(vec![b.subtract(w, bounded)?, mean, spread])
    });
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let mut random = Random(5);
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    let want = evaluate(&module, &inputs).unwrap();
    let buffers: Vec<Buffer> = inputs.iter().map(Buffer::from_literal).collect();
    let places: Vec<*const u8> = buffers[..3].iter().map(|b| b.as_bytes().as_ptr()).collect();
    let result = go(&executable, buffers.into_iter().map(Argument::Donate).collect());
    assert_eq!(result.iter().map(|b| b.as_bytes().as_ptr()).collect::<Vec<_>>(), places);
    assert_eq!(result.iter().map(Buffer::to_literal).collect::<Vec<_>>(), want);
}

#[test]
fn a_shared_or_borrowed_buffer_is_never_touched() {
    let module = donating(&[vector(300)], &[(0, 0)], |b, p| Ok(vec![b.negate(p[0])?]));
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let input = Random(2).literal(&vector(300));
    let kept = Buffer::from_literal(&input);
    for argument in [Argument::Donate(kept.clone()), Argument::Borrow(kept.clone())] {
        let result = go(&executable, vec![argument]);
        assert_eq!(kept.to_literal(), input);
        assert_ne!(result[0].to_literal(), input);
    }
    let owner = std::sync::Arc::new(input.bytes().to_vec());
    let external = Buffer::external(vector(300), owner.clone()).unwrap();
    go(&executable, vec![Argument::Donate(external)]);
    assert_eq!(*owner, input.bytes());
}

#[test]
fn a_donated_buffer_still_read_later_is_kept_until_then() {
    // The first result would lie over the first argument, which the second result needs whole.
    let module = donating(&[vector(400), vector(400)], &[(0, 0), (1, 1)], |b, p| {
        let shifted = b.reverse(p[0], &[0])?;
        let first = b.add(shifted, p[1])?;
        let second = b.subtract(p[0], p[1])?;
        Ok(vec![first, second])
    });
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let mut random = Random(3);
    let inputs = [random.literal(&vector(400)), random.literal(&vector(400))];
    let want = evaluate(&module, &inputs).unwrap();
    let result = go(&executable, inputs.iter().map(|l| Argument::Donate(Buffer::from_literal(l))).collect());
    assert_eq!(result.iter().map(Buffer::to_literal).collect::<Vec<_>>(), want);
}

#[test]
fn an_operand_that_is_two_is_kept() {
    let module = donating(&[vector(100)], &[(0, 0)], |b, p| {
        let x = b.tanh(p[0])?;
        let zero = b.scalar(0i32)?;
        Ok(vec![b.dynamic_update_slice(x, x, &[zero])?])
    });
    let input = Random(7).literal(&vector(100));
    let want = evaluate(&module, std::slice::from_ref(&input)).unwrap();
    let got = run(&module, &CompileOptions::default(), 1, &[vec![input]]);
    common::assert_close(&got[0][0], &want[0], Default::default(), "itself over itself");
}

#[test]
fn swapped_and_repeated_results() {
    let types = [vector(50), vector(50)];
    for aliases in [&[][..], &[(0, 0)], &[(0, 0), (1, 1)], &[(0, 1), (1, 0)], &[(1, 2)]] {
        let module = donating(&types, aliases, |_, p| Ok(vec![p[1], p[0], p[1]]));
        let mut random = Random(4);
        let inputs = [random.literal(&types[0]), random.literal(&types[1])];
        let executable = compile(&module, &CompileOptions::default()).unwrap();
        let result = go(&executable, inputs.iter().map(|l| Argument::Donate(Buffer::from_literal(l))).collect());
        let got: Vec<Literal> = result.iter().map(Buffer::to_literal).collect();
        assert_eq!(got, [inputs[1].clone(), inputs[0].clone(), inputs[1].clone()], "{aliases:?}");
    }
}

#[test]
fn loops_carry_swaps_and_last_values() {
    let types = [vector(10), vector(10), TensorType::scalar(ElementType::I32)];
    let module = module(&types, |b, p| {
        let zero = b.scalar(0i32)?;
        let limit = p[2];
        b.while_loop(
            &[p[0], p[1], p[0], zero],
            |b, c| b.compare(Direction::Lt, c[3], limit),
            |b, c| {
                let one = b.scalar(1i32)?;
                let sum = b.add(c[0], c[1])?;
                let held = b.subtract(sum, c[2])?;
                // A swap, a shift, and a value that is both.
                Ok(vec![c[1], held, c[0], b.add(c[3], one)?])
            },
        )
    })
    .unwrap();
    let mut random = Random(5);
    for rounds in [0, 1, 2, 5] {
        let inputs = vec![random.literal(&types[0]), random.literal(&types[1]), Literal::scalar(rounds)];
        let want = evaluate(&module, &inputs).unwrap();
        assert_eq!(run(&module, &CompileOptions::default(), 1, &[inputs])[0], want, "{rounds} rounds");
    }
}

#[test]
fn a_loop_updates_its_donated_state_in_place() {
    let n = if cfg!(miri) { 200 } else { 100_000 };
    let types = [vector(n), vector(n)];
    let module = donating(&types, &[(0, 0), (1, 1)], |b, p| {
        let zero = b.scalar(0i32)?;
        let out = b.while_loop(
            &[p[0], p[1], zero],
            |b, c| {
                let limit = b.scalar(10i32)?;
                b.compare(Direction::Lt, c[2], limit)
            },
            |b, c| {
                let small = b.full_like(c[0], 0.1)?;
                let pull = b.multiply(c[0], small)?;
                let speed = b.subtract(c[1], pull)?;
                let step = b.multiply(speed, small)?;
                let one = b.scalar(1i32)?;
                Ok(vec![b.add(c[0], step)?, speed, b.add(c[2], one)?])
            },
        )?;
        Ok(out[..2].to_vec())
    });
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let memory = executable.memory(1);
    assert!(memory.temp_bytes < 4 * n, "no second copy of the state: {memory:?}");
    let mut random = Random(6);
    let inputs = [random.literal(&types[0]), random.literal(&types[1])];
    let buffers: Vec<Buffer> = inputs.iter().map(Buffer::from_literal).collect();
    let places: Vec<_> = buffers.iter().map(|b| b.as_bytes().as_ptr()).collect();
    let result = go(&executable, buffers.into_iter().map(Argument::Donate).collect());
    assert_eq!(result.iter().map(|b| b.as_bytes().as_ptr()).collect::<Vec<_>>(), places);
    for (got, want) in result.iter().zip(evaluate(&module, &inputs).unwrap()) {
        common::assert_close(&got.to_literal(), &want, Default::default(), "state");
    }
}

#[test]
fn long_chains_need_little_memory() {
    let n = 50_000;
    let module = module(&[vector(n)], |b, p| {
        let mut x = p[0];
        for i in 0..20 {
            let y = b.tanh(x)?;
            // Something that no fused loop goes through.
            x = b.pad_one(y, i)?;
        }
        Ok(vec![x])
    })
    .unwrap();
    let memory = compile(&module, &CompileOptions::default()).unwrap().memory(1);
    assert!(memory.temp_bytes <= 3 * 4 * (n + 64), "{memory:?}");
}

trait PadOne {
    fn pad_one(&mut self, x: Value, i: usize) -> Result<Value>;
}

impl PadOne for FuncBuilder {
    /// One element more at one end and one less at the other.
    fn pad_one(&mut self, x: Value, i: usize) -> Result<Value> {
        let zero = self.scalar(0f32)?;
        let (low, high) = if i.is_multiple_of(2) { (1, -1) } else { (-1, 1) };
        self.pad(x, zero, &[low], &[high], &[0])
    }
}

#[test]
fn wrong_arguments_are_named() {
    let module = module(&[vector(3)], |b, p| Ok(vec![b.negate(p[0])?])).unwrap();
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let error = |arguments: Vec<Vec<Argument>>| executable.run(&Cores::new(1), arguments).unwrap_err().to_string();
    let wrong = Argument::Borrow(Buffer::zeroed(vector(4)));
    assert!(error(vec![vec![wrong.clone()]]).contains("tensor<3xf32>"));
    assert!(error(vec![vec![]]).contains("takes 1 arguments"));
    assert!(error(vec![]).contains("1 replicas"));
    assert!(Buffer::from_bytes(vector(4), &[0; 15]).unwrap_err().to_string().contains("16 bytes"));
}

#[test]
fn steps_of_a_loop_are_bound_to_addresses_that_stay_valid() {
    // Loads and stores of every kind, a reduction, a kernel and a copy, for four iterations.
    let text = "func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %nothing = stablehlo.constant dense<0.0> : tensor<f32>
      %trace = stablehlo.constant dense<0.0> : tensor<4xf16>
      %w:4 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %t = %trace) : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>
      cond {
        %n = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %yt = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
        %sum = stablehlo.reduce(%x init: %nothing) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
        %s = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
        %x1 = stablehlo.add %yt, %s : tensor<2x3xf32>
        %y1 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
        %h = stablehlo.convert %sum : (tensor<f32>) -> tensor<f16>
        %hs = stablehlo.reshape %h : (tensor<f16>) -> tensor<1xf16>
        %t1 = stablehlo.dynamic_update_slice %t, %hs, %i : (tensor<4xf16>, tensor<1xf16>, tensor<i32>) -> tensor<4xf16>
        %i1 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %i1, %x1, %y1, %t1 : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>
      }
      return %w#1, %w#2, %w#3 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>
    }";
    let module = Module::parse(text).unwrap();
    let mut random = Random(9);
    let inputs = [[2, 3], [3, 2]].map(|dims| random.literal(&TensorType::new(ElementType::F32, dims)));
    let want = evaluate(&module, &inputs).unwrap();
    let got = run(&module, &CompileOptions::default(), 1, &[inputs.to_vec()]);
    for (got, want) in got[0].iter().zip(&want) {
        common::assert_close(got, want, common::Tolerance::default(), "a loop");
    }
}
