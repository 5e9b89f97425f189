//! `cholesky` and `triangular_solve` of matrices of several blocks, against the interpreter, for any number of
//! threads.

mod common;

use common::{Random, Tolerance, check, run};
use processor::CompileOptions;
use stablehlo::{ElementType, Literal, Module, TensorType};

/// Sizes around those of the blocks and of the rows of a thread.
const SIZES: [usize; 4] = [64, 65, 100, 200];
/// Roundoff grows with the size.
const TOLERANCE: Tolerance = Tolerance { units: 200.0 };

/// The matrix of a positive definite system: its diagonal is larger than all else.
fn definite(e: ElementType, n: usize, random: &mut Random) -> Literal {
    let ty = TensorType::new(e, [n, n]);
    let values = random.literal(&ty).to_complex_vec().unwrap();
    let symmetric = (0..n * n).map(|at| {
        let (i, j) = (at / n, at % n);
        let z = values[i.min(j) * n + i.max(j)];
        match i.cmp(&j) {
            std::cmp::Ordering::Equal => stablehlo::Complex::new(n as f64, 0.0),
            std::cmp::Ordering::Less => z,
            std::cmp::Ordering::Greater => stablehlo::Complex::new(z.re, -z.im),
        }
    });
    let symmetric: Vec<_> = symmetric.collect();
    let parts: Vec<f64> = match e.is_complex() {
        true => symmetric.iter().flat_map(|z| [z.re, z.im]).collect(),
        false => symmetric.iter().map(|z| z.re).collect(),
    };
    let flat = TensorType::new(e.part(), [parts.len()]);
    Literal::from_bytes(ty, Literal::from_f64(flat, &parts).unwrap().into_bytes()).unwrap()
}

/// Compares with the interpreter, and the results of one thread with those of three.
fn agree(text: &str, inputs: &[Literal], what: &str) {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    check(&module, inputs, TOLERANCE, what);
    let [one, three] = [1, 3].map(|threads| run(&module, &CompileOptions::default(), threads, &[inputs.to_vec()]));
    assert!(one[0][0].bytes() == three[0][0].bytes(), "{what}: results depend on the number of threads");
}

#[test]
fn cholesky() {
    let mut random = Random(1);
    for (e, n) in
        [ElementType::F32, ElementType::F64, ElementType::Complex64].into_iter().flat_map(|e| SIZES.map(|n| (e, n)))
    {
        let a = definite(e, n, &mut random);
        let ty = a.ty();
        for lower in [true, false] {
            // The other triangle is not defined: it is cut off.
            let direction = if lower { "GE" } else { "LE" };
            let text = format!(
                "func.func @main(%a: {ty}) -> {ty} {{
                   %l = stablehlo.cholesky %a, lower = {lower} : {ty}
                   %i = stablehlo.iota dim = 0 : tensor<{n}x{n}xi32>
                   %j = stablehlo.iota dim = 1 : tensor<{n}x{n}xi32>
                   %p = stablehlo.compare {direction}, %i, %j : (tensor<{n}x{n}xi32>, tensor<{n}x{n}xi32>) -> tensor<{n}x{n}xi1>
                   %z = stablehlo.subtract %a, %a : {ty}
                   %r = stablehlo.select %p, %l, %z : tensor<{n}x{n}xi1>, {ty}
                   return %r : {ty}
                 }}"
            );
            agree(&text, std::slice::from_ref(&a), &format!("cholesky of {ty}, lower = {lower}"));
        }
    }
}

#[test]
fn a_matrix_that_is_not_positive_definite_in_a_later_block_gives_nan() {
    let n = 100;
    let mut values = vec![0.0; n * n];
    (0..n).for_each(|i| values[i * n + i] = if i == 90 { -1.0 } else { 1.0 });
    let a = Literal::from_f64(TensorType::new(ElementType::F32, [n, n]), &values).unwrap();
    let text = "func.func @main(%a: tensor<100x100xf32>) -> tensor<100x100xf32> {
        %l = stablehlo.cholesky %a, lower = true : tensor<100x100xf32>
        return %l : tensor<100x100xf32>
    }";
    let results = run(&Module::parse(text).unwrap(), &CompileOptions::default(), 1, &[vec![a]]);
    assert!(results[0][0].to_f64_vec().unwrap()[0].is_nan());
}

#[test]
fn triangular_solve() {
    let mut random = Random(2);
    for e in [ElementType::F32, ElementType::F64, ElementType::Complex128] {
        for (n, columns) in [(65, 70), (100, 1), (130, 3)] {
            let a = definite(e, n, &mut random);
            for (left, lower, unit) in
                [(true, true, false), (true, false, true), (false, true, true), (false, false, false)]
            {
                for transpose in ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"] {
                    let dims = if left { [n, columns] } else { [columns, n] };
                    let b = random.literal(&TensorType::new(e, dims));
                    // With ones on the diagonal the others have to be small.
                    let (ta, tb) = (a.ty(), b.ty());
                    let scaled = format!("%s = stablehlo.divide %a, %n : {ta}");
                    let text = format!(
                        "func.func @main(%a: {ta}, %b: {tb}, %n: {ta}) -> {tb} {{
                           {scaled}
                           %x = \"stablehlo.triangular_solve\"(%s, %b) <{{left_side = {left}, lower = {lower}, unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {transpose}>}}> : ({ta}, {tb}) -> {tb}
                           return %x : {tb}
                         }}"
                    );
                    let by = Literal::full(ta.clone(), n as f64).unwrap();
                    agree(&text, &[a.clone(), b, by], &format!("{e} {n} {columns} {left} {lower} {unit} {transpose}"));
                }
            }
        }
    }
}
