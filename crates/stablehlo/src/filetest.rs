//! File tests: small programs with their inputs and expected results inline, for any implementation of
//! StableHLO.
//!
//! A file contains cases, separated by lines `// -----`. A case is a module, with directives in comments:
//!
//! ```text
//! //! name: a sum wraps
//! //! input: dense<[127, 1]> : tensor<2xi8>
//! //! input: dense<1> : tensor<2xi8>
//! //! expect: dense<[-128, 2]> : tensor<2xi8>
//! func.func public @main(%x: tensor<2xi8>, %y: tensor<2xi8>) -> tensor<2xi8> {
//!   %z = stablehlo.add %x, %y : tensor<2xi8>
//!   return %z : tensor<2xi8>
//! }
//! ```
//!
//! * `input:` and `expect:` follow the order of `main`'s parameters and results. An `input` after an `expect`
//!   begins another run of the same program.
//! * `input@1:` and `expect@1:` are for replica 1; without a number they are for replica 0.
//! * `expect:` requires equal bits, except that every NaN equals every other. `expect_close(RTOL, ATOL):`
//!   allows a difference of `ATOL + RTOL * |expected|`, of complex numbers a distance.

use crate::complex::Complex;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::Module;

/// An implementation under test: runs a module on a list of inputs per replica, and returns a list of results
/// per replica.
pub type Runner<'a> = &'a dyn Fn(&Module, &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, String>;

/// One case of a file.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the case.
    pub name: String,
    /// The program.
    pub module: Module,
    /// The runs of the program.
    pub runs: Vec<TestRun>,
}

/// One run of a program: inputs and expected results, a list per replica.
#[derive(Clone, Debug, Default)]
pub struct TestRun {
    /// The inputs.
    pub inputs: Vec<Vec<Literal>>,
    /// The expected results, with their tolerances.
    pub results: Vec<Vec<(Literal, Tolerance)>>,
}

/// The allowed difference between a result and its expected value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// None: the bits are equal, or both are NaN.
    Exact,
    /// `absolute + relative * |expected|`.
    Close {
        /// The factor of the expected value.
        relative: f64,
        /// The constant part.
        absolute: f64,
    },
}

/// Runs all cases of a file, and returns the number of runs.
///
/// # Errors
/// A report of every case that could not be read or run, or that returned unexpected results.
pub fn run_file(text: &str, run: Runner) -> Result<usize, String> {
    let (mut runs, mut failures) = (0, Vec::new());
    for (i, text) in split(text).into_iter().enumerate() {
        match Case::parse(text) {
            Err(e) => failures.push(format!("case {}: {e}", i + 1)),
            Ok(case) => {
                runs += case.runs.len();
                if let Err(e) = case.check(run) {
                    failures.push(format!("{}: {e}", case.name));
                }
            }
        }
    }
    if failures.is_empty() { Ok(runs) } else { Err(failures.join("\n")) }
}

/// The texts of the cases of a file.
pub fn split(text: &str) -> Vec<&str> {
    text.split("\n// -----\n").filter(|case| !case.trim().is_empty()).collect()
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// The reader's error for the program or a literal; a syntax error for an unknown directive.
    pub fn parse(text: &str) -> Result<Self> {
        let mut name = String::from("unnamed case");
        let mut runs: Vec<TestRun> = Vec::new();
        for line in text.lines() {
            let Some(directive) = line.trim().strip_prefix("//! ") else { continue };
            let malformed = || Error::new(ErrorKind::Syntax, format!("unknown directive of a file test: {directive}"));
            let (head, value) = directive.split_once(": ").ok_or_else(malformed)?;
            let (word, replica) = match head.split_once('@') {
                Some((word, replica)) => (word, replica.parse().map_err(|_| malformed())?),
                None => (head, 0),
            };
            match word {
                "name" => name = value.trim().to_owned(),
                "input" => {
                    if runs.last().is_none_or(|run| !run.results.is_empty()) {
                        runs.push(TestRun::default());
                    }
                    let run = runs.last_mut().ok_or_else(malformed)?;
                    replica_list(&mut run.inputs, replica).push(literal(value)?);
                }
                _ => {
                    let tolerance = Tolerance::parse(word).ok_or_else(malformed)?;
                    if runs.is_empty() {
                        runs.push(TestRun::default());
                    }
                    let run = runs.last_mut().ok_or_else(malformed)?;
                    replica_list(&mut run.results, replica).push((literal(value)?, tolerance));
                }
            }
        }
        let module = Module::parse(text)?;
        // A program without inputs has an empty list of inputs per replica.
        let replicas = module.num_replicas.max(1);
        runs.iter_mut().for_each(|run| run.inputs.resize(replicas.max(run.inputs.len()), Vec::new()));
        Ok(Self { name, module, runs })
    }

    /// Runs the case, and compares the results.
    ///
    /// # Errors
    /// The first result that is not as expected, or the error of `run`.
    pub fn check(&self, run: Runner) -> Result<(), String> {
        for (i, expected) in self.runs.iter().enumerate() {
            let place = if self.runs.len() > 1 { format!("run {}: ", i + 1) } else { String::new() };
            let results = run(&self.module, &expected.inputs).map_err(|e| format!("{place}{e}"))?;
            for (replica, expected) in expected.results.iter().enumerate() {
                let results = results.get(replica).map_or(&[][..], Vec::as_slice);
                if results.len() != expected.len() {
                    let (n, m) = (results.len(), expected.len());
                    return Err(format!("{place}replica {replica}: {n} results, but {m} were expected"));
                }
                for (r, (result, (literal, tolerance))) in results.iter().zip(expected).enumerate() {
                    difference(result, literal, *tolerance)
                        .map_or(Ok(()), |d| Err(format!("{place}replica {replica}, result {r}: {d}")))?;
                }
            }
        }
        Ok(())
    }
}

impl Tolerance {
    /// Parses `expect` or `expect_close(RTOL, ATOL)`.
    fn parse(word: &str) -> Option<Self> {
        if word == "expect" {
            return Some(Tolerance::Exact);
        }
        let (relative, absolute) = word.strip_prefix("expect_close(")?.strip_suffix(')')?.split_once(',')?;
        let (relative, absolute) = (relative.trim().parse().ok()?, absolute.trim().parse().ok()?);
        Some(Tolerance::Close { relative, absolute })
    }
}

/// Describes the first difference between a result and its expected value; `None` if it is within the
/// tolerance.
pub fn difference(result: &Literal, expected: &Literal, tolerance: Tolerance) -> Option<String> {
    if result.ty() != expected.ty() {
        return Some(format!("it has type {}, but {} was expected", result.ty(), expected.ty()));
    }
    let n = expected.ty().element.bytes();
    if expected.ty().element.is_complex() {
        return complex_difference(result, expected, tolerance);
    }
    let (values, expected_values) = match (result.to_f64_vec(), expected.to_f64_vec()) {
        (Ok(values), Ok(expected_values)) => (values, expected_values),
        // Elements that are not computable are compared by their bytes.
        _ => return (result != expected).then(|| "its bytes differ".to_owned()),
    };
    let pairs = result.bytes().chunks_exact(n).zip(expected.bytes().chunks_exact(n));
    for (i, (a, b)) in pairs.enumerate() {
        let (value, target) = (values[i], expected_values[i]);
        let close = match tolerance {
            _ if a == b || value.is_nan() && target.is_nan() => true,
            Tolerance::Exact => false,
            Tolerance::Close { .. } if !target.is_finite() => value == target,
            Tolerance::Close { relative, absolute } => (value - target).abs() <= absolute + relative * target.abs(),
        };
        if !close {
            return Some(format!("element {i} of {} is {value:?}, but {target:?} was expected", expected.ty()));
        }
    }
    None
}

/// As [`difference`], of complex numbers: the difference of two finite numbers is the distance between them.
/// The parts are compared one by one if a part is infinite or NaN.
fn complex_difference(result: &Literal, expected: &Literal, tolerance: Tolerance) -> Option<String> {
    let (values, targets) = (result.to_complex_vec().ok()?, expected.to_complex_vec().ok()?);
    let close = |value: Complex<f64>, target: Complex<f64>| {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        let (distance, size) = ((value.re - target.re).hypot(value.im - target.im), target.re.hypot(target.im));
        match tolerance {
            Tolerance::Exact => same(value.re, target.re) && same(value.im, target.im),
            Tolerance::Close { relative, absolute } if size.is_finite() => distance <= absolute + relative * size,
            Tolerance::Close { relative, absolute } => [(value.re, target.re), (value.im, target.im)]
                .into_iter()
                .all(|(a, b)| same(a, b) || a == b || b.is_finite() && (a - b).abs() <= absolute + relative * b.abs()),
        }
    };
    let at = (0..values.len()).find(|i| !close(values[*i], targets[*i]))?;
    Some(format!("element {at} of {} is {:?}, but {:?} was expected", expected.ty(), values[at], targets[at]))
}

/// The list of a replica. Missing lists up to it are created.
fn replica_list<T>(lists: &mut Vec<Vec<T>>, replica: usize) -> &mut Vec<T> {
    while lists.len() <= replica {
        lists.push(Vec::new());
    }
    &mut lists[replica]
}

/// Reads a literal in the text of `constant`: `dense<[1, 2]> : tensor<2xi32>`.
fn literal(text: &str) -> Result<Literal> {
    let malformed =
        || Error::new(ErrorKind::Syntax, format!("expected a literal such as dense<1> : tensor<i32>, found {text}"));
    let (_, ty) = text.rsplit_once(" : ").ok_or_else(malformed)?;
    let program = format!("func.func @main() -> {ty} {{\n %0 = stablehlo.constant {text}\n return %0 : {ty}\n}}");
    let module = Module::parse(&program).map_err(|e| e.at(text))?;
    match module.main().and_then(|main| main.body.ops.first()).map(|op| op.kind.clone()) {
        Some(OpKind::Constant(literal)) => Ok(literal),
        _ => Err(malformed()),
    }
}
