//! Evaluates layers in tests.

use stablehlo::{ElementType, FuncBuilder, TensorType};

use crate::graph::{CallContext, Layer};

/// Evaluates a layer without weights on `x` with the interpreter, in training mode if a seed is given.
pub(crate) fn evaluate(layer: &dyn Layer, x: &stablehlo::Literal, seed: Option<u64>) -> stablehlo::Literal {
    let mut b = FuncBuilder::new("main");
    let input = b.param(x.ty().clone());
    let mut rng = seed.map(|_| b.param(TensorType::new(ElementType::Ui64, [2])));
    let mut cx = CallContext::new(&mut b, seed.is_some(), x.ty().element, &[], &mut rng);
    let output = layer.forward(&mut cx, &[input]).unwrap();
    let module = stablehlo::Module::new("layer", b.finish(vec![output]));
    stablehlo::verify(&module).unwrap();
    let state = seed.map(|seed| stablehlo::Literal::from_vec([2], [seed, 0]).unwrap());
    let inputs: Vec<_> = [Some(x.clone()), state].into_iter().flatten().collect();
    stablehlo::interpret::evaluate(&module, &inputs).unwrap().remove(0)
}
