//! From a program that checks itself to one whose results are what it checks.

use super::compare::Comparison;
use super::parallel;
use super::suite_program::{Check, Expected, SuiteProgram};
use crate::error::{Error, ErrorKind, Result};
use crate::interpret;
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::{Func, Module, Op, Param, Value};

/// Reads one program.
pub(super) fn program(text: &str) -> Result<SuiteProgram> {
    if text.contains("!quant.") {
        return Err(Error::new(ErrorKind::Unsupported, "quantized types (!quant.uniform)"));
    }
    let mut module = Module::parse(&parallel::as_custom_calls(&checks_as_custom_calls(text)?))?;
    choose_main(&mut module)?;
    if let Some(call) = parallel::call(&module) {
        return parallel::program(&module, call);
    }
    let inputs = call_of(&module, "inputs").map_or(Ok(Vec::new()), |_| evaluate_func(&module, "inputs"))?;
    let main = module.funcs.iter_mut().find(|f| f.name == "main").ok_or_else(no_main)?;
    let mut program_inputs = Vec::new();
    if let Some(at) = main.body.ops.iter().position(|op| calls(op, "inputs")) {
        let call = main.body.ops.remove(at);
        call.results.iter().for_each(|value| add_param(main, *value));
        program_inputs.extend(inputs);
    } else {
        constants_to_params(main, &mut program_inputs);
    }
    let checks = checks_to_results(main)?;
    module.funcs.retain(|f| f.name != "inputs");
    Ok(SuiteProgram { module, inputs: vec![program_inputs], checks })
}

fn no_main() -> Error {
    Error::new(ErrorKind::Program, "the program has no function that checks results")
}

fn calls(op: &Op, function: &str) -> bool {
    matches!(&op.kind, OpKind::Call { callee } if callee == function)
}

/// The call of a function in `main`.
fn call_of<'m>(module: &'m Module, function: &str) -> Option<&'m Op> {
    module.main()?.body.ops.iter().find(|op| calls(op, function))
}

/// Makes the function that checks results the one named `main`.
fn choose_main(module: &mut Module) -> Result<()> {
    if module.main().is_some() {
        return Ok(());
    }
    let found = module.funcs.iter_mut().find(|f| f.body.ops.iter().any(Comparison::is_check)).ok_or_else(no_main)?;
    found.name = "main".to_owned();
    found.visibility = crate::program::Visibility::Public;
    Ok(())
}

/// The results of a function without parameters.
fn evaluate_func(module: &Module, name: &str) -> Result<Vec<Literal>> {
    let mut func = module.func(name).ok_or_else(no_main)?.clone();
    func.name = "main".to_owned();
    func.visibility = crate::program::Visibility::Public;
    interpret::evaluate(&Module::new("inputs", func), &[])
}

fn add_param(main: &mut Func, value: Value) {
    main.body.params.push(value);
    main.params.push(Param { value, aliasing_output: None, attributes: Vec::new() });
}

/// Makes arguments of all constants that are not in regions.
fn constants_to_params(main: &mut Func, inputs: &mut Vec<Literal>) {
    let ops = std::mem::take(&mut main.body.ops);
    for op in ops {
        match &op.kind {
            OpKind::Constant(literal) => {
                inputs.push(literal.clone());
                add_param(main, op.results[0]);
            }
            _ => main.body.ops.push(op),
        }
    }
}

/// Removes the checks; their operands become the results: a value, and the expected one.
fn checks_to_results(main: &mut Func) -> Result<Vec<Check>> {
    let mut checks = Vec::new();
    main.body.results.clear();
    main.result_attributes.clear();
    for op in std::mem::take(&mut main.body.ops) {
        let Some(comparison) = Comparison::of(&op)? else {
            main.body.ops.push(op);
            continue;
        };
        let result = main.body.results.len();
        checks.push(Check { replica: 0, result, expected: Expected::Result(result + 1), comparison });
        main.body.results.extend(&op.operands);
    }
    if checks.is_empty() { Err(no_main()) } else { Ok(checks) }
}

/// The text with custom calls in place of operations `check.*`.
fn checks_as_custom_calls(text: &str) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    let mut number = 0;
    while let Some(line) = lines.next() {
        let start = without_comment(line).trim_start();
        if !start.starts_with("check.") && !start.starts_with("\"check.") {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let mut statement = start.to_owned();
        // An operation ends with its type, which begins behind the last colon outside of a literal.
        while !(statement.trim_end().ends_with(['>', ')']) && statement.contains(" : ")) {
            let Some(next) = lines.next() else { return Err(malformed(&statement)) };
            statement.push(' ');
            statement.push_str(without_comment(next).trim());
        }
        out.push_str(&custom_call(&statement, number).ok_or_else(|| malformed(&statement))?);
        number += 1;
    }
    Ok(out)
}

/// The line without what follows `//`; there are no texts in checks.
fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or(line)
}

fn malformed(statement: &str) -> Error {
    let start: String = statement.chars().take(80).collect();
    Error::new(ErrorKind::Unsupported, format!("the form of {start}"))
}

/// The custom call of one operation, such as `check.expect_eq_const %x, dense<1> : tensor<i32>` or
/// `"check.expect_eq_const"(%x) <{value = dense<1> : tensor<i32>}> : (tensor<i32>) -> ()`.
fn custom_call(statement: &str, number: usize) -> Option<String> {
    let (name, rest) = match statement.strip_prefix('"') {
        Some(generic) => {
            let (name, rest) = generic.split_once("\"(")?;
            let (operands, rest) = rest.split_once(')')?;
            let value = rest.trim().strip_prefix("<{value = ")?.split_once("}>")?.0;
            (name, format!("{operands}, {value}"))
        }
        None => statement.split_once(' ').map(|(name, rest)| (name, rest.to_owned()))?,
    };
    let (operands, ty) = rest.rsplit_once(" : ")?;
    let ty = first_type(ty);
    let (value, other) = operands.split_once(',')?;
    let (value, other) = (value.trim(), other.trim());
    if let Some(target) = name.strip_suffix("_const") {
        let constant = format!("%check{number} = stablehlo.constant {other} : {ty}\n");
        return Some(constant + &call(target, value, &format!("%check{number}"), "", ty));
    }
    let (expected, attribute) = other.split_once(',').unwrap_or((other, ""));
    Some(call(name, value, expected.trim(), attribute.trim(), ty))
}

fn call(target: &str, value: &str, expected: &str, attribute: &str, ty: &str) -> String {
    let separator = if attribute.is_empty() { "" } else { ", " };
    format!(
        "stablehlo.custom_call @{target}({value}, {expected}) \
         {{has_side_effect = true{separator}{attribute}}} : ({ty}, {ty}) -> ()\n"
    )
}

/// The first type of a list.
fn first_type(types: &str) -> &str {
    types.split(", tensor<").next().unwrap_or(types).trim()
}

#[cfg(test)]
mod tests {
    use super::checks_as_custom_calls;

    #[test]
    fn forms_of_checks_become_custom_calls() {
        let rewrite = |text: &str| checks_as_custom_calls(text).map_err(|e| e.to_string());
        let expected = "%check0 = stablehlo.constant dense<[[1],[2]]> : tensor<2x1xi8>\n\
             stablehlo.custom_call @check.expect_eq(%x#1, %check0) {has_side_effect = true} : \
             (tensor<2x1xi8>, tensor<2x1xi8>) -> ()\n";
        let pretty = "check.expect_eq_const %x#1, dense<[[1],[2]]> : tensor<2x1xi8>";
        assert_eq!(rewrite(pretty).as_deref(), Ok(expected));
        let generic = "\"check.expect_eq_const\"(%x#1) <{value = dense<[[1],[2]]> : tensor<2x1xi8>}> \
             : (tensor<2x1xi8>) -> ()";
        assert_eq!(rewrite(generic).as_deref(), Ok(expected));
        assert_eq!(
            rewrite("check.expect_close %x, %y, max_ulp_difference = 3 : tensor<f16>, tensor<f16>").as_deref(),
            Ok("stablehlo.custom_call @check.expect_close(%x, %y) \
                {has_side_effect = true, max_ulp_difference = 3} : (tensor<f16>, tensor<f16>) -> ()\n")
        );
        assert!(rewrite("check.expect_eq").is_err());
    }
}
