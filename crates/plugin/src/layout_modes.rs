//! Layouts that a program states for its arguments and results: JAX's attribute `mhlo.layout_mode`, which is
//! `default`, `auto`, or a layout.

use stablehlo::{Func, Module, OpKind, TensorType, Value};

use crate::error::{Error, Result};
use crate::layout::Layout;

/// The attribute of a parameter or a result.
const LAYOUT_MODE: &str = "mhlo.layout_mode";

/// The custom call that states the layout of a value, the attribute `result_layouts`.
const LAYOUT_CONSTRAINT: &str = "LayoutConstraint";

/// The maximum depth of calls, and number of operations, that a result is followed through.
const MAX_DEPTH: usize = 64;

/// The layouts of the arguments and of the results of `main`. A parameter whose mode is `auto` is row-major.
/// A result whose mode is `auto` has the layout that makes its last transposition need no copy.
///
/// # Errors
/// A layout is not supported, or does not fit its array.
pub fn of(module: &Module) -> Result<(Vec<Layout>, Vec<Layout>)> {
    let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
    let mut params = Vec::with_capacity(main.params.len());
    for (i, (param, ty)) in main.params.iter().zip(main.param_types()).enumerate() {
        let stated = stated(&param.attributes, &ty).map_err(|e| e.context(&format!("parameter {i} of the program")))?;
        params.push(stated.unwrap_or_else(|| row_major(&ty)));
    }
    let mut results = Vec::with_capacity(main.body.results.len());
    for (j, value) in main.body.results.iter().enumerate() {
        let (ty, none) = (main.ty(*value), Vec::new());
        let attributes = main.result_attributes.get(j).unwrap_or(&none);
        let stated = stated(attributes, ty).map_err(|e| e.context(&format!("result {j} of the program")))?;
        results.push(stated.unwrap_or_else(|| follow(module, main, *value, &params, MAX_DEPTH)));
    }
    Ok((params, results))
}

/// The default layout of an array, or of the empty array that is a token.
fn row_major(ty: &TensorType) -> Layout {
    Layout::row_major(ty.of_array().rank())
}

/// The layout that an attribute states; `None` if the choice is the compiler's.
fn stated(attributes: &[(String, String)], ty: &TensorType) -> Result<Option<Layout>> {
    let mode = attributes.iter().find(|(name, _)| name == LAYOUT_MODE).map(|(_, text)| text.trim_matches('"'));
    match mode {
        None | Some("default") => Ok(Some(row_major(ty))),
        _ if ty.is_token() => Ok(Some(row_major(ty))),
        Some("auto") => Ok(None),
        Some(text) => Layout::parse(text, ty.rank()).map(Some),
    }
}

/// The layout of a value that is computed from parameters with these layouts: transpositions move no data,
/// operations element by element keep the layout, and all others are row-major.
fn follow(module: &Module, func: &Func, value: Value, params: &[Layout], depth: usize) -> Layout {
    let default = || row_major(func.ty(value));
    if let Some(i) = func.params.iter().position(|param| param.value == value) {
        return params.get(i).cloned().unwrap_or_else(default);
    }
    let Some(op) = func.body.ops.iter().find(|op| op.results.contains(&value)).filter(|_| depth > 0) else {
        return default();
    };
    let operand = |i: usize| follow(module, func, op.operands[i], params, depth - 1);
    let result = op.results.iter().position(|result| *result == value).unwrap_or(0);
    match &op.kind {
        OpKind::Transpose { permutation } => {
            let of_operand = operand(0);
            let place = |dim: &usize| permutation.iter().position(|from| from == dim);
            let order = of_operand.major_to_minor().iter().filter_map(place).collect();
            Layout::new(order, permutation.len()).unwrap_or_else(|_| default())
        }
        OpKind::ShardingConstraint(_) | OpKind::Unary(_) | OpKind::Convert => operand(0),
        OpKind::OptimizationBarrier => operand(result),
        OpKind::CustomCall { target, attributes, .. } if target == LAYOUT_CONSTRAINT => {
            let stated = constrained(attributes).and_then(|order| Layout::new(order, func.ty(value).rank()).ok());
            stated.unwrap_or_else(|| operand(0))
        }
        kind => match kind.callee().and_then(|callee| module.func(callee)) {
            Some(callee) if callee.body.results.len() == op.results.len() => {
                let params: Vec<Layout> = (0..op.operands.len()).map(operand).collect();
                follow(module, callee, callee.body.results[result], &params, depth - 1)
            }
            _ => default(),
        },
    }
}

/// The order of dimensions in `result_layouts = [dense<[0, 1]> : tensor<2xindex>]`, which is from minor to
/// major.
fn constrained(attributes: &[(String, String)]) -> Option<Vec<usize>> {
    let (_, text) = attributes.iter().find(|(name, _)| name == "result_layouts")?;
    let (list, _) = text.split_once("dense<")?.1.split_once('>')?;
    let list = list.trim_matches(['[', ']']).split(',').map(|dim| dim.trim().parse());
    list.rev().collect::<std::result::Result<_, _>>().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts(text: &str) -> (Vec<String>, Vec<String>) {
        let (params, results) = of(&Module::parse(text).expect("a program")).expect("layouts");
        let texts = |layouts: Vec<Layout>| layouts.iter().map(Layout::to_string).collect();
        (texts(params), texts(results))
    }

    #[test]
    fn automatic_results_need_no_copy_of_a_transposition() {
        let (params, results) = layouts(
            r#"module {
              func.func private @turned(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
                %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
                return %y : tensor<3x2xf32>
              }
              func.func public @main(
                  %a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}, %b: tensor<2x3xf32> {mhlo.layout_mode = "auto"},
                  %c: tensor<2x3x5xf32> {mhlo.layout_mode = "default"})
                  -> (tensor<3x2xf32> {mhlo.layout_mode = "auto"}, tensor<3x2xf32> {mhlo.layout_mode = "auto"},
                      tensor<3x2xf32> {mhlo.layout_mode = "default"}, tensor<5x2x3xf32> {mhlo.layout_mode = "auto"},
                      tensor<2x3xf32> {mhlo.layout_mode = "auto"}, tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}) {
                %t = call @turned(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
                %n = stablehlo.negate %b : tensor<2x3xf32>
                %u = call @turned(%n) : (tensor<2x3xf32>) -> tensor<3x2xf32>
                %v = stablehlo.transpose %c, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
                %s = stablehlo.add %a, %b : tensor<2x3xf32>
                return %t, %u, %u, %v, %s, %s : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<5x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
              }
            }"#,
        );
        assert_eq!(params, ["{0,1}", "{1,0}", "{2,1,0}"]);
        // The memory of `%c` has the dimensions 0, 1, 2, which are the dimensions 1, 2, 0 of `%v`.
        assert_eq!(results, ["{1,0}", "{0,1}", "{1,0}", "{0,2,1}", "{1,0}", "{0,1}"]);
    }

    #[test]
    fn a_constraint_states_the_layout_of_an_automatic_result() {
        let (_, results) = layouts(
            r#"func.func public @main(%a: tensor<2x3xf32>) -> (tensor<3x2xf32> {mhlo.layout_mode = "auto"}) {
              %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
              %u = stablehlo.custom_call @LayoutConstraint(%t) {backend_config = "",
                  operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}
                  : (tensor<3x2xf32>) -> tensor<3x2xf32>
              return %u : tensor<3x2xf32>
            }"#,
        );
        assert_eq!(results, ["{1,0}"]);
    }

    #[test]
    fn layouts_that_do_not_fit_name_the_parameter() {
        let text = r#"func.func @main(%a: tensor<2x3xf32> {mhlo.layout_mode = "{2,1,0}"}) -> tensor<2x3xf32> {
            return %a : tensor<2x3xf32>
        }"#;
        let error = of(&Module::parse(text).expect("a program")).unwrap_err();
        assert!(error.message().starts_with("parameter 0 of the program: "), "{}", error.message());
    }
}
