//! The reader on output of Google's TPU compiler: `data/small.mlir`, compiled by libtpu 0.0.51 for eight
//! cores of `v2:2x2`.

use compile_report::hlo::{Computation, Contraction, Instruction, Module};

fn small() -> Module {
    Module::read("hlo_with_config", include_bytes!("data/small.hlo_with_config")).unwrap()
}

fn find<'m>(computation: &'m Computation, opcode: &str) -> &'m Instruction {
    computation.instructions.iter().find(|i| i.opcode == opcode).unwrap_or_else(|| panic!("there is no {opcode}"))
}

#[test]
fn the_loop_contains_a_fused_convolution() {
    let module = small();
    let body = &module.computations[find(module.entry(), "while").called[0]];
    let fusion = find(body, "fusion");
    assert_eq!((fusion.op_name.as_str(), fusion.fusion_kind.as_str()), ("edges", "kOutput"));
    assert!(fusion.estimated_cycles().is_some_and(|cycles| cycles > 1000), "{:?}", fusion.backend_config());
    let convolution = find(&module.computations[fusion.called[0]], "convolution");
    let flops = convolution.contraction.as_ref().map(Contraction::flops);
    assert_eq!(flops, Some(2 * 16 * 6 * 6 * 32 * 27), "two for each term of the sums of 27");
    let names = |at: &Computation| at.instructions.iter().map(|i| i.op_name.clone()).collect::<Vec<_>>();
    assert!(names(&module.computations[fusion.called[0]]).contains(&"bend".to_string()), "tanh is fused too");
}

#[test]
fn layouts_give_padded_sizes() {
    let module = small();
    let parameter = |index: usize| {
        let found = module.entry().instructions.iter().find(|i| i.opcode == "parameter" && i.index == index);
        found.and_then(|i| i.shape.as_array()).unwrap()
    };
    let images = parameter(0);
    assert_eq!(images.to_string(), "f32[16,8,8,3]{0,2,3,1:T(8,128)}");
    assert_eq!((images.bytes(), images.padded_bytes()), (16 * 8 * 8 * 3 * 4, 8 * 3 * 8 * 128 * 4));
    assert_eq!(parameter(1).to_string(), "f32[3,3,3,32]{3,2,1,0:T(4,128)}");
    assert_eq!(module.entry().root().shape.to_string(), "f32[16,6,6,32]{3,0,2,1:T(8,128)}");
}

#[test]
fn truncated_modules_are_errors() {
    let whole = include_bytes!("data/small.hlo_with_config");
    for end in (0..whole.len()).step_by(97) {
        // Truncated between two fields, the message still decodes, but then its computations are complete.
        if let Ok(module) = Module::read("hlo_with_config", &whole[..end]) {
            assert_eq!(module.computations.len(), small().computations.len());
        }
    }
}
