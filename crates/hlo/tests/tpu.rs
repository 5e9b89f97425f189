//! A program as Google's TPU compiler leaves it: `data/small.mlir`, compiled by libtpu 0.0.51 for eight cores of `v2:2x2`.

use hlo::{Computation, Instruction, Module};

fn small() -> Module {
    Module::read("hlo_with_config", include_bytes!("data/small.hlo_with_config")).unwrap()
}

fn find<'m>(computation: &'m Computation, opcode: &str) -> &'m Instruction {
    computation.instructions.iter().find(|i| i.opcode == opcode).unwrap_or_else(|| panic!("there is no {opcode}"))
}

#[test]
fn the_loop_its_fusion_and_what_that_multiplies() {
    let module = small();
    let body = &module.computations[find(module.entry(), "while").called[0]];
    let fusion = find(body, "fusion");
    assert_eq!((fusion.op_name.as_str(), fusion.fusion_kind.as_str()), ("edges", "kOutput"));
    assert!(fusion.estimated_cycles().is_some_and(|cycles| cycles > 1000), "{:?}", fusion.backend_config());
    let convolution = find(&module.computations[fusion.called[0]], "convolution");
    let flops = convolution.product.as_ref().map(hlo::Product::flops);
    assert_eq!(flops, Some(2 * 16 * 6 * 6 * 32 * 27), "two for each of the sums of 27 products");
    let names = |at: &Computation| at.instructions.iter().map(|i| i.op_name.clone()).collect::<Vec<_>>();
    assert!(names(&module.computations[fusion.called[0]]).contains(&"bend".to_string()), "tanh is fused too");
}

#[test]
fn layouts_say_what_arrays_take() {
    let module = small();
    let parameter = |index: usize| {
        let found = module.entry().instructions.iter().find(|i| i.opcode == "parameter" && i.index == index);
        found.and_then(|i| i.shape.as_array()).unwrap()
    };
    let pictures = parameter(0);
    assert_eq!(pictures.to_string(), "f32[16,8,8,3]{0,2,3,1:T(8,128)}");
    assert_eq!((pictures.bytes(), pictures.padded_bytes()), (16 * 8 * 8 * 3 * 4, 8 * 3 * 8 * 128 * 4));
    assert_eq!(parameter(1).to_string(), "f32[3,3,3,32]{3,2,1,0:T(4,128)}");
    assert_eq!(module.entry().root().shape.to_string(), "f32[16,6,6,32]{3,0,2,1:T(8,128)}");
}

#[test]
fn a_program_cut_short_is_an_error() {
    let whole = include_bytes!("data/small.hlo_with_config");
    for end in (0..whole.len()).step_by(97) {
        // Cut between two fields, it can be a message still, but the entry computation is missing or the same.
        if let Ok(module) = Module::read("hlo_with_config", &whole[..end]) {
            assert_eq!(module.computations.len(), small().computations.len());
        }
    }
}
