//! Epilogues of convolutions.

use super::layers::{layer, spans};
use super::support::{Random, get, random_bytes};
use half::bf16;
use kernels::{BatchSlice, ConvPlan, ConvSpec, Element, Epilogue, Isa, KernelError, MathMode, RunArgs, WriteMode};
use std::collections::BTreeSet;

/// The bytes of `max(x + bias, lower_bound)` of a stored number, as separate operations compute it.
fn expected(element: Element, stored: &[u8], bias: f32, lower_bound: f32) -> Vec<u8> {
    let sum = get(stored, element, 0) as f32 + bias;
    let sum = if element == Element::Bf16 { bf16::from_f32(sum).to_f32() } else { sum };
    let result = if sum.is_nan() || sum > lower_bound { sum } else { lower_bound };
    match element {
        Element::Bf16 => bf16::from_f32(result).to_ne_bytes().to_vec(),
        _ => result.to_ne_bytes().to_vec(),
    }
}

#[test]
fn an_epilogue_equals_separate_operations() {
    let mut random = Random::new(23);
    let mut methods = BTreeSet::new();
    let shapes = [
        (2, 8, 32, 32, 1),
        (3, 5, 32, 48, 1),
        (2, 7, 3, 32, 1),
        (1, 6, 8, 5, 1),
        // Few features, and groups that each have columns of their own.
        (2, 6, 32, 4, 1),
        (2, 6, 8, 64, 2),
    ];
    for (batch, size, channels, features, feature_groups) in shapes {
        for (element, math_mode) in [
            (Element::F32, MathMode::F32),
            (Element::F32, MathMode::Bf16),
            (Element::Bf16, MathMode::Bf16),
            (Element::Bf16, MathMode::F32),
        ] {
            let spec = layer(batch, size, channels, features, 1, true)[0].clone();
            let mut spec = ConvSpec { math_mode, feature_groups, ..spec };
            [spec.lhs.element, spec.rhs.element, spec.out.element] = [element; 3];
            spec.allow_reassociation = true;
            let spans = spans(&spec);
            let mut lhs = random_bytes(&mut random, element, spans[0]);
            let rhs = random_bytes(&mut random, element, spans[1]);
            // NaN stays, a subnormal sum too (of an image of zeros), and zeros get the sign of the bound.
            lhs[(spans[0] - 1) * element.bytes()..].fill(0xff);
            lhs[spans[0] / batch * (batch - 1) * element.bytes()..][..spans[0] / batch * element.bytes() / 2].fill(0);
            let tiny = bf16::from_bits(3).to_f32();
            let bias: Vec<f32> = (0..features)
                .map(|i| [0.0, -0.0, tiny, bf16::from_f32(random.value() as f32).to_f32()][i % 4])
                .collect();
            for (isa, lower_bound) in Isa::available().flat_map(|isa| [(isa, 0.0), (isa, f32::NEG_INFINITY)]) {
                let plan = ConvPlan::new(&spec, isa).unwrap();
                methods.insert(plan.method_name());
                let mut scratch = vec![0; plan.scratch_bytes()];
                let [mut plain, mut out] = [(); 2].map(|()| vec![0; spans[2] * element.bytes()]);
                plan.run(&lhs, &rhs, &mut plain, &mut scratch, WriteMode::Overwrite).unwrap();
                let epilogue = Some(Epilogue { bias: &bias, lower_bound });
                let args = RunArgs { write: WriteMode::Overwrite, slice: BatchSlice::WHOLE, epilogue };
                plan.run_slice(&lhs, &rhs, &mut out, &mut scratch, args).unwrap();
                assert!((0..spans[2]).any(|i| get(&out, element, i).is_nan()));
                for (i, (stored, got)) in plain.chunks(element.bytes()).zip(out.chunks(element.bytes())).enumerate() {
                    let expected = expected(element, stored, bias[i % features], lower_bound);
                    let both_nan = get(got, element, 0).is_nan() && get(&expected, element, 0).is_nan();
                    assert!(got == expected || both_nan, "{isa}, {}: element {i}", plan.method_name());
                }
                let short = RunArgs { epilogue: Some(Epilogue { bias: &bias[1..], lower_bound }), ..args };
                for args in [short, RunArgs { write: WriteMode::Accumulate, ..args }] {
                    let refused = plan.run_slice(&lhs, &rhs, &mut out, &mut scratch, args);
                    assert!(matches!(refused, Err(KernelError::BadSpec { .. })), "{refused:?}");
                }
            }
        }
    }
    for method in ["Winograd forward", "implicit GEMM, padded copy", "implicit GEMM, padded copy, dot kernel"] {
        assert!(methods.contains(method), "{methods:?}");
    }
}
