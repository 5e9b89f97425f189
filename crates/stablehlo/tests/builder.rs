//! Operations that the builder adds with a shorter signature than the specification's.

use stablehlo::ElementType::{F32, I32};
use stablehlo::ops::{Binary, Direction, Scatter};
use stablehlo::{FuncBuilder, Module, Result, TensorType, verify};

#[test]
fn scatter_sort_and_call_fit_together() -> Result<()> {
    let mut f = FuncBuilder::new("halve");
    let x = f.param(TensorType::new(F32, [4, 3]));
    let half = f.full_like(x, 0.5)?;
    let y = f.multiply(x, half)?;
    let halve = f.finish(vec![y]);

    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(F32, [4, 3]));
    let rows = b.param(TensorType::new(I32, [2]));
    let updates = b.param(TensorType::new(F32, [2, 3]));
    let attrs = Scatter {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let added = b.scatter(Some(Binary::Add), x, rows, updates, attrs.clone())?;
    let written = b.scatter(None, added, rows, updates, attrs)?;
    let index = b.iota(TensorType::new(I32, [4, 3]), 1)?;
    let sorted = b.sort(Direction::Gt, &[written, index], 1)?;
    let halved = b.call("halve", &[sorted[0]], vec![TensorType::new(F32, [4, 3])])?;
    let id = b.replica_id()?;
    assert!(b.sort(Direction::Lt, &[], 0).is_err());
    assert!(b.sort(Direction::Lt, &[x], 2).is_err());
    let mut module = Module::new("m", b.finish(vec![halved[0], sorted[1], id]));
    module.funcs.push(halve);
    verify(&module)
}

#[test]
fn parameters_may_be_the_same_on_all_replicas() -> Result<()> {
    let mut b = FuncBuilder::new("main");
    let params = [(); 3].map(|()| b.param(TensorType::new(F32, [2])));
    b.alias(1, 0)?;
    b.same_on_all_replicas(1)?;
    b.same_on_all_replicas(1)?;
    assert!(b.same_on_all_replicas(3).unwrap_err().to_string().contains("3 parameters"));
    let module = Module::new("m", b.finish(vec![params[1]])).with_replicas(8);
    let text = module.to_string();
    let written = "%arg1: tensor<2xf32> {tf.aliasing_output = 0 : i32, mhlo.is_same_data_across_replicas = true}";
    assert!(text.contains(written), "{text}");
    // The attribute with the value false equals no attribute.
    let text = text.replace("%arg2: tensor<2xf32>", "%arg2: tensor<2xf32> {mhlo.is_same_data_across_replicas = false}");
    for module in [module, Module::parse(&text)?] {
        let params = &module.main().expect("main").params;
        assert_eq!([0, 1, 2].map(|i| params[i].is_same_on_all_replicas()), [false, true, false]);
    }
    Ok(())
}
