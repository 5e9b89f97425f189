//! Programs that run a function on several replicas, by `interpreter.run_parallel`.

use super::compare::Comparison;
use super::suite_program::{Check, Expected, SuiteProgram};
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::{Module, Op, Value, Visibility};

/// The target of the custom call that stands for the operation.
const TARGET: &str = "interpreter.run_parallel";

/// The text with a custom call in place of each such operation: `programs` stays an attribute.
pub(super) fn as_custom_calls(text: &str) -> String {
    let mut parts = text.split("\"interpreter.run_parallel\"(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("\"stablehlo.custom_call\"(");
        out.push_str(&part.replacen('{', &format!("{{call_target_name = \"{TARGET}\", has_side_effect = true,"), 1));
    }
    out
}

/// The call of `main` that runs a function on replicas.
pub(super) fn call(module: &Module) -> Option<&Op> {
    module.main()?.body.ops.iter().find(|op| matches!(&op.kind, OpKind::CustomCall { target, .. } if target == TARGET))
}

/// The program of the replicas: its `main` is the function that they run, its inputs are the call's operands,
/// and what `main` compared with the call's results is expected of it.
///
/// # Errors
/// Several partitions, different functions, or operands and expected values that are no constants.
pub(super) fn program(module: &Module, call: &Op) -> Result<SuiteProgram> {
    let OpKind::CustomCall { attributes, .. } = &call.kind else { return Err(unsupported("without a function")) };
    let programs = attributes.iter().find(|(name, _)| name == "programs").map_or("", |(_, text)| text);
    let grid = grid(programs);
    let function = *grid.first().and_then(|row| row.first()).ok_or_else(|| unsupported("without a function"))?;
    if grid.iter().any(|row| row.len() != 1) {
        return Err(unsupported("with several partitions"));
    }
    if grid.iter().any(|row| row[0] != function) {
        return Err(unsupported("with different functions"));
    }
    let main = &module.main().ok_or_else(|| unsupported("without @main"))?.body;
    let constant = |value: &Value| {
        let found = main.ops.iter().find(|op| op.results.first() == Some(value));
        match found.map(|op| &op.kind) {
            Some(OpKind::Constant(literal)) => Ok(literal.clone()),
            _ => Err(unsupported("with operands that are no constants")),
        }
    };
    let operands: Vec<Literal> = call.operands.iter().map(constant).collect::<Result<_>>()?;
    let inputs = (0..grid.len()).map(|replica| share(&operands, replica, grid.len()).to_vec()).collect();
    let mut checks = Vec::new();
    for op in &main.ops {
        let Some(comparison) = Comparison::of(op)? else { continue };
        let position = call.results.iter().position(|result| Some(result) == op.operands.first());
        let position = position.ok_or_else(|| unsupported("beside another check"))?;
        let per_replica = call.results.len() / grid.len();
        let expected = Expected::Value(op.operands.get(1).map(constant).transpose()?.ok_or_else(no_operand)?);
        checks.push(Check { replica: position / per_replica, result: position % per_replica, expected, comparison });
    }
    Ok(SuiteProgram { module: replicated(module, function, grid.len())?, inputs, checks })
}

/// The replica's part of a list that has as many items for each.
fn share<T>(all: &[T], replica: usize, replicas: usize) -> &[T] {
    let size = all.len() / replicas;
    &all[replica * size..(replica + 1) * size]
}

/// The module with a function in the place of `main`, for replicas.
fn replicated(module: &Module, function: &str, replicas: usize) -> Result<Module> {
    let mut module = module.clone().with_replicas(replicas);
    module.funcs.retain(|func| func.name != "main");
    let main = module.funcs.iter_mut().find(|func| func.name == function);
    let main = main.ok_or_else(|| unsupported(&format!("without @{function}")))?;
    main.name = "main".to_owned();
    main.visibility = Visibility::Public;
    Ok(module)
}

/// The functions of `[[@f], [@f]]`: a row for each replica, with a function for each partition.
fn grid(text: &str) -> Vec<Vec<&str>> {
    let rows = text.split('[').filter_map(|row| row.split(']').next()).filter(|row| row.contains('@'));
    rows.map(|row| row.split(',').map(|name| name.trim().trim_start_matches('@')).collect()).collect()
}

fn unsupported(what: &str) -> Error {
    Error::new(ErrorKind::Unsupported, format!("{TARGET} {what}"))
}

fn no_operand() -> Error {
    Error::type_error("a check without an expected value")
}

#[cfg(test)]
mod tests {
    use super::grid;
    use crate::interpret::Interpreter;
    use crate::suite::programs;

    #[test]
    fn rows_are_replicas() {
        assert_eq!(grid("[[@f], [@g]]"), [["f"], ["g"]]);
        assert_eq!(grid("[[@f,\n @f]]"), [["f", "f"]]);
    }

    const SUM: &str = r#"module @sum {
      func.func @sum(%x: tensor<2xi64>, %y: tensor<i32>) -> (tensor<2xi64>, tensor<i32>) {
        %r = "stablehlo.all_reduce"(%x) ({
          ^bb0(%a: tensor<i64>, %b: tensor<i64>):
            %c = stablehlo.add %a, %b : tensor<i64>
            stablehlo.return %c : tensor<i64>
        }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
        return %r, %y : tensor<2xi64>, tensor<i32>
      }
      func.func @main() {
        %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
        %1 = stablehlo.constant dense<7> : tensor<i32>
        %2 = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
        %3 = stablehlo.constant dense<8> : tensor<i32>
        %r:4 = "interpreter.run_parallel"(%0, %1, %2, %3) {
          programs=[[@sum], [@sum]]
        } : (tensor<2xi64>, tensor<i32>, tensor<2xi64>, tensor<i32>)
            -> (tensor<2xi64>, tensor<i32>, tensor<2xi64>, tensor<i32>)
        check.expect_eq_const %r#2, dense<[11, 22]> : tensor<2xi64> // of the second replica
        check.expect_eq_const %r#3, dense<LAST> : tensor<i32>
        func.return
      }
    }"#;

    #[test]
    fn results_of_each_replica_are_checked() {
        for (last, expected) in
            [("8", Ok(())), ("7", Err("check 1: element 0 of tensor<i32> is 8.0, but 7.0 was expected"))]
        {
            let program = programs(&SUM.replace("LAST", last)).remove(0).unwrap();
            let results = Interpreter::new(&program.module).run_replicas(&program.inputs).unwrap();
            assert_eq!(program.check(&results), expected.map_err(str::to_owned));
        }
    }

    #[test]
    fn partitions_are_refused() {
        let text = SUM.replace("[@sum], [@sum]", "[@sum, @sum]").replace("LAST", "8");
        let error = programs(&text).remove(0).unwrap_err();
        assert!(error.to_string().contains("interpreter.run_parallel with several partitions"), "{error}");
    }
}
