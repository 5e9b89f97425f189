//! The processor: every program that was read and verified compiles or is an error, on the portable instruction set, and
//! what has no loop then runs on zeros, with its memory watched by the sanitizer.

#![no_main]

use fuzz::largest_shape;
use libfuzzer_sys::{Corpus, fuzz_target};
use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::{Block, Module, OpKind, TensorType};

/// Elements of all values of a program together, and the number of values: what a run of a second can bear.
const MAX_ELEMENTS: usize = 1 << 16;
const MAX_VALUES: usize = 400;

fuzz_target!(|text: &str| -> Corpus {
    if largest_shape(text) > MAX_ELEMENTS {
        return Corpus::Reject;
    }
    let Ok(module) = Module::parse(text) else { return Corpus::Reject };
    if !is_small(&module) {
        return Corpus::Reject;
    }
    // With next to no cache, what can be cut into blocks of rows is.
    for (numerics, cache_bytes) in [(Numerics::Float32, Some(1)), (Numerics::Tpu, None)] {
        let options = CompileOptions { numerics, isa: Some(Isa::PORTABLE), cache_bytes, ..CompileOptions::default() };
        let Ok(executable) = compile(&module, &options) else { continue };
        if !runs_soon(&module) {
            continue;
        }
        let zeros = |ty: &TensorType| Argument::Donate(Buffer::zeroed(ty.clone()));
        let arguments = executable.param_types().iter().map(zeros).collect();
        let results = executable.run(&Cores::default(), vec![arguments]);
        for (result, ty) in results.into_iter().flatten().flatten().zip(executable.result_types()) {
            assert_eq!(result.ty(), ty);
        }
    }
    Corpus::Keep
});

fn is_small(module: &Module) -> bool {
    let (mut values, mut elements) = (0, 0usize);
    for func in &module.funcs {
        each_block(&func.body, &mut |block| {
            for value in block.params.iter().chain(block.ops.iter().flat_map(|op| &op.results)) {
                values += 1;
                elements = elements.saturating_add(func.ty(*value).num_elements());
            }
        });
    }
    module.num_replicas <= 8 && values <= MAX_VALUES && elements <= MAX_ELEMENTS
}

fn each_block(block: &Block, see: &mut impl FnMut(&Block)) {
    see(block);
    block.ops.iter().flat_map(|op| &op.regions).for_each(|region| each_block(region, see));
}

/// Whether one replica goes straight through it.
fn runs_soon(module: &Module) -> bool {
    let mut straight = module.num_replicas <= 1;
    for func in &module.funcs {
        each_block(&func.body, &mut |block| {
            straight &= block.ops.iter().all(|op| !matches!(op.kind, OpKind::While | OpKind::Call { .. }));
        });
    }
    straight
}
