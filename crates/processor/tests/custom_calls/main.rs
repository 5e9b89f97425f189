//! Decompositions by custom calls: the properties that define them, and hostile matrices.

#[path = "../common/mod.rs"]
mod common;
mod scales;

use common::Random;
use processor::{Argument, Buffer, CompileOptions, Cores, compile};
use stablehlo::{Complex, ElementType, Literal, Module, TensorType};

type C = Complex<f64>;
const ELEMENTS: [ElementType; 4] =
    [ElementType::F32, ElementType::F64, ElementType::Complex64, ElementType::Complex128];
const SHAPES: [[usize; 2]; 7] = [[1, 1], [2, 2], [7, 7], [9, 4], [4, 9], [1, 5], [5, 1]];
/// Shapes of several blocks.
const LARGE_SHAPES: [[usize; 2]; 3] = [[70, 70], [110, 40], [40, 110]];

/// A matrix of complex numbers.
#[derive(Clone, Debug)]
struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<C>,
}

impl Matrix {
    fn new(rows: usize, columns: usize, at: impl Fn(usize, usize) -> C) -> Self {
        let values = (0..rows * columns).map(|i| at(i / columns.max(1), i % columns.max(1))).collect();
        Self { rows, columns, values }
    }
    fn of(literal: &Literal) -> Self {
        let [.., rows, columns] = literal.ty().dims[..] else { panic!("a matrix") };
        Self { rows, columns, values: literal.to_complex_vec().unwrap() }
    }
    fn at(&self, i: usize, j: usize) -> C {
        self.values[i * self.columns + j]
    }
    fn adjoint(&self) -> Self {
        Self::new(self.columns, self.rows, |i, j| Complex::new(self.at(j, i).re, -self.at(j, i).im))
    }
    fn times(&self, other: &Self) -> Self {
        let dot = |i, j| (0..self.columns).fold(C::new(0.0, 0.0), |s, k| s + self.at(i, k) * other.at(k, j));
        Self::new(self.rows, other.columns, dot)
    }
    fn distance(&self, other: &Self) -> f64 {
        assert_eq!((self.rows, self.columns), (other.rows, other.columns));
        let far = |(a, b): (&C, &C)| (a.re - b.re).hypot(a.im - b.im);
        self.values.iter().zip(&other.values).map(far).fold(0.0, |m, d| if d > m || d.is_nan() { d } else { m })
    }
    fn diagonal(values: &[f64]) -> Self {
        Self::new(values.len(), values.len(), |i, j| C::new(if i == j { values[i] } else { 0.0 }, 0.0))
    }
    fn identity(n: usize) -> Self {
        Self::diagonal(&vec![1.0; n])
    }
    /// The matrix with the elements for which `keep(row, column)` is false set to zero.
    fn only(&self, keep: impl Fn(usize, usize) -> bool) -> Self {
        Self::new(self.rows, self.columns, |i, j| if keep(i, j) { self.at(i, j) } else { C::new(0.0, 0.0) })
    }
}

fn tolerance(element: ElementType) -> f64 {
    if element.part() == ElementType::F32 { 1e-5 } else { 1e-12 }
}

fn try_call(target: &str, config: &str, inputs: &[Literal], results: &[TensorType]) -> Result<Vec<Literal>, String> {
    let list = |types: Vec<String>| types.join(", ");
    let (ins, outs) = (
        list(inputs.iter().map(|l| l.ty().to_string()).collect()),
        list(results.iter().map(|t| t.to_string()).collect()),
    );
    let params = list(inputs.iter().enumerate().map(|(i, l)| format!("%a{i}: {}", l.ty())).collect());
    let args = list((0..inputs.len()).map(|i| format!("%a{i}")).collect());
    let returned =
        list((0..results.len()).map(|i| if results.len() == 1 { "%r".into() } else { format!("%r#{i}") }).collect());
    let count = if results.len() == 1 { String::new() } else { format!(":{}", results.len()) };
    let config = config.replace('"', "\\\"");
    let text = format!(
        "func.func public @main({params}) -> ({outs}) {{\n\
         %r{count} = stablehlo.custom_call @{target}({args}) {{backend_config = \"{config}\"}} : ({ins}) -> ({outs})\n\
         return {returned} : {outs}\n}}"
    );
    let module = Module::parse(&text).map_err(|e| e.to_string())?;
    let executable = compile(&module, &CompileOptions::default()).map_err(|e| e.to_string())?;
    let run = |threads: usize| -> Result<Vec<Literal>, String> {
        let arguments = inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
        let results = executable.run(&Cores::new(threads), vec![arguments]).map_err(|e| e.to_string())?;
        Ok(results[0].iter().map(Buffer::to_literal).collect())
    };
    let (one, three) = (run(1)?, run(3)?);
    let same = one.iter().zip(&three).all(|(a, b)| a.bytes() == b.bytes());
    assert!(same, "{target} {config}: results depend on the number of threads");
    Ok(three)
}

fn call(target: &str, config: &str, inputs: &[Literal], results: &[TensorType]) -> Vec<Literal> {
    try_call(target, config, inputs, results).unwrap_or_else(|e| panic!("{target} {config}: {e}"))
}

fn ty(element: ElementType, dims: &[usize]) -> TensorType {
    TensorType::new(element, dims)
}

fn literal(ty: &TensorType, value: f64) -> Literal {
    let parts = if ty.element.is_complex() { 2 } else { 1 };
    let flat = TensorType::new(ty.element.part(), [parts * ty.num_elements()]);
    let values = vec![value; flat.num_elements()];
    Literal::from_bytes(ty.clone(), Literal::from_f64(flat, &values).unwrap().into_bytes()).unwrap()
}

fn matrices() -> Vec<(ElementType, Literal)> {
    let mut random = Random(3);
    let shapes = |e| SHAPES.map(|shape| (e, ty(e, &shape)));
    let random_ones = ELEMENTS.into_iter().flat_map(shapes).map(|(e, t)| (e, random.literal(&t)));
    let mut all: Vec<_> = random_ones.collect();
    for e in ELEMENTS {
        // Zero, and of rank one.
        all.extend([0.0, 1.0].map(|value| (e, literal(&ty(e, &[5, 5]), value))));
    }
    all
}

/// Random matrices of several blocks.
fn large_matrices() -> Vec<(ElementType, Literal)> {
    let mut random = Random(5);
    let types = ELEMENTS.into_iter().flat_map(|e| LARGE_SHAPES.map(|shape| (e, ty(e, &shape))));
    types.map(|(e, t)| (e, random.literal(&t))).collect()
}

#[test]
fn svd() {
    for (e, a) in matrices() {
        let (matrix, eps) = (Matrix::of(&a), tolerance(e));
        let (m, n) = (matrix.rows, matrix.columns);
        let k = m.min(n);
        for full in [false, true] {
            let (rows, columns) = if full { (m, n) } else { (k, k) };
            let types = [ty(e.part(), &[k]), ty(e, &[m, rows]), ty(e, &[columns, n])];
            let config = format!("{{\"full_matrices\":{full},\"compute_uv\":true}}");
            let r = call("labora.svd", &config, std::slice::from_ref(&a), &types);
            let (s, u, vt) = (r[0].to_f64_vec().unwrap(), Matrix::of(&r[1]), Matrix::of(&r[2]));
            assert!(s.is_sorted_by(|a, b| a >= b) && s.iter().all(|s| *s >= 0.0), "{s:?}");
            assert!(u.adjoint().times(&u).distance(&Matrix::identity(rows)) < eps, "{a:?}");
            assert!(vt.times(&vt.adjoint()).distance(&Matrix::identity(columns)) < eps, "{a:?}");
            let (us, vs) = (u.only(|_, j| j < k), vt);
            let scaled = Matrix::new(m, k, |i, j| us.at(i, j) * C::new(s[j], 0.0));
            let first = Matrix::new(k, n, |i, j| vs.at(i, j));
            assert!(scaled.times(&first).distance(&matrix) < eps, "{a:?}");
        }
        let config = "{\"full_matrices\":false,\"compute_uv\":false}";
        call("labora.svd", config, &[a], &[ty(e.part(), &[k])]);
    }
}

#[test]
fn eigh() {
    for (e, a) in matrices().into_iter().chain(large_matrices()).filter(|(_, a)| is_square(a)) {
        let n = a.ty().dims[0];
        for lower in [true, false] {
            let given = Matrix::of(&a);
            let half = given.only(|i, j| if lower { i > j } else { i < j });
            let other = half.adjoint();
            let hermitian = Matrix::new(n, n, |i, j| {
                half.at(i, j) + other.at(i, j) + C::new(if i == j { given.at(i, i).re } else { 0.0 }, 0.0)
            });
            let config = format!("{{\"lower\":{lower}}}");
            let r = call("labora.eigh", &config, std::slice::from_ref(&a), &[a.ty().clone(), ty(e.part(), &[n])]);
            let (v, w) = (Matrix::of(&r[0]), r[1].to_f64_vec().unwrap());
            assert!(w.is_sorted(), "{w:?}");
            assert!(v.adjoint().times(&v).distance(&Matrix::identity(n)) < tolerance(e));
            let product = v.times(&Matrix::diagonal(&w));
            assert!(hermitian.times(&v).distance(&product) < tolerance(e) * n as f64, "{a:?}");
            let config = format!("{{\"lower\":{lower},\"vectors\":false}}");
            let alone = &call("labora.eigh", &config, std::slice::from_ref(&a), &[ty(e.part(), &[n])])[0];
            let alone = alone.to_f64_vec().unwrap();
            let distance = w.iter().zip(&alone).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(alone.is_sorted() && distance < tolerance(e) * n as f64, "{e}, {n}: {distance}");
        }
    }
}

#[test]
fn qr_and_the_product_of_reflectors() {
    for (e, a) in matrices().into_iter().chain(large_matrices()) {
        let matrix = Matrix::of(&a);
        let (m, n) = (matrix.rows, matrix.columns);
        let k = m.min(n);
        let r = call("Qr", "", std::slice::from_ref(&a), &[a.ty().clone(), ty(e, &[k])]);
        if m < n {
            continue;
        }
        let q = call("ProductOfElementaryHouseholderReflectors", "", &r, &[a.ty().clone()]);
        let (q, upper) = (Matrix::of(&q[0]), Matrix::of(&r[0]).only(|i, j| i <= j));
        assert!(q.adjoint().times(&q).distance(&Matrix::identity(n)) < tolerance(e));
        let upper = Matrix::new(n, n, |i, j| upper.at(i, j));
        assert!(q.times(&upper).distance(&matrix) < tolerance(e), "{a:?}");
    }
}

#[test]
fn lu() {
    for (e, a) in matrices().into_iter().chain(large_matrices()) {
        let matrix = Matrix::of(&a);
        let (m, n) = (matrix.rows, matrix.columns);
        let k = m.min(n);
        let types = [a.ty().clone(), ty(ElementType::I32, &[k]), ty(ElementType::I32, &[m])];
        let r = call("labora.lu", "", std::slice::from_ref(&a), &types);
        let (lu, permutation) = (Matrix::of(&r[0]), r[2].to_vec::<i32>().unwrap());
        let unit = |i, j| if i == j { C::new(1.0, 0.0) } else { C::new(0.0, 0.0) };
        let lower = Matrix::new(m, k, |i, j| if i > j { lu.at(i, j) } else { unit(i, j) });
        let upper = Matrix::new(k, n, |i, j| if i <= j { lu.at(i, j) } else { C::new(0.0, 0.0) });
        let permuted = Matrix::new(m, n, |i, j| matrix.at(permutation[i] as usize, j));
        assert!(lower.times(&upper).distance(&permuted) < tolerance(e), "{a:?}");
        assert!(lower.values.iter().all(|l| l.re.hypot(l.im) <= 1.5), "pivots are the largest");
    }
}

#[test]
fn the_calls_of_jax_for_tpus_are_those_of_other_names() {
    for (e, a) in matrices() {
        let (m, n, inputs) = (a.ty().dims[0], a.ty().dims[1], std::slice::from_ref(&a));
        let lines = [m.min(n), m].map(|size| ty(ElementType::I32, &[size]));
        let types = [&[a.ty().clone()][..], &lines].concat();
        let same = |tpu: (&str, &str), own: (&str, &str), types: &[TensorType]| {
            let bytes =
                |(target, config)| call(target, config, inputs, types).iter().map(|r| r.bytes().to_vec()).collect();
            let (tpu, own): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (bytes(tpu), bytes(own));
            assert_eq!(tpu, own, "{e:?} {a:?}");
        };
        same(("LuDecomposition", ""), ("labora.lu", ""), &types);
        if m == n {
            let types = [a.ty().clone(), ty(e.part(), &[n])];
            same(("Eigh", "1,1,100,1e-6"), ("labora.eigh", "{\"lower\":true}"), &types);
            same(("Eigh", "0,0,100,1e-6"), ("labora.eigh", "{\"lower\":false}"), &types);
        }
    }
    let square = ty(ElementType::F32, &[2, 2]);
    let error = try_call("tpu_custom_call", "", &[literal(&square, 1.0)], &[square]).unwrap_err();
    assert!(error.contains("Pallas") && error.contains("interpret=True"), "{error}");
}

/// `Q` of reflectors that begin below the diagonal.
fn shifted_product(packed: &Matrix, taus: &[C]) -> Matrix {
    let n = packed.rows;
    (0..taus.len()).rev().fold(Matrix::identity(n), |q, k| {
        let v = Matrix::new(n, 1, |i, _| match i {
            _ if i <= k => C::new(0.0, 0.0),
            _ if i == k + 1 => C::new(1.0, 0.0),
            _ => packed.at(i, k),
        });
        let update = v.times(&v.adjoint().times(&q));
        Matrix::new(n, n, |i, j| q.at(i, j) - taus[k] * update.at(i, j))
    })
}

#[test]
fn hessenberg_and_tridiagonal() {
    for (e, a) in matrices().into_iter().chain(large_matrices()).filter(|(_, a)| is_square(a)) {
        let (matrix, n) = (Matrix::of(&a), a.ty().dims[0]);
        let r = call("labora.hessenberg", "", std::slice::from_ref(&a), &[a.ty().clone(), ty(e, &[n - 1])]);
        let packed = Matrix::of(&r[0]);
        let q = shifted_product(&packed, &r[1].to_complex_vec().unwrap());
        let h = packed.only(|i, j| i <= j + 1);
        assert!(q.times(&h).times(&q.adjoint()).distance(&matrix) < tolerance(e), "{a:?}");

        let types = [a.ty().clone(), ty(e.part(), &[n]), ty(e.part(), &[n - 1]), ty(e, &[n - 1])];
        let r = call("labora.tridiagonal", "{\"lower\":true}", std::slice::from_ref(&a), &types);
        let (d, s) = (r[1].to_f64_vec().unwrap(), r[2].to_f64_vec().unwrap());
        let q = shifted_product(&Matrix::of(&r[0]), &r[3].to_complex_vec().unwrap());
        let t = Matrix::new(n, n, |i, j| match i.abs_diff(j) {
            0 => C::new(d[i], 0.0),
            1 => C::new(s[i.min(j)], 0.0),
            _ => C::new(0.0, 0.0),
        });
        let (half, other) = (matrix.only(|i, j| i > j), matrix.only(|i, j| i > j).adjoint());
        let hermitian = Matrix::new(n, n, |i, j| {
            half.at(i, j) + other.at(i, j) + C::new(if i == j { matrix.at(i, i).re } else { 0.0 }, 0.0)
        });
        assert!(q.times(&t).times(&q.adjoint()).distance(&hermitian) < tolerance(e), "{a:?}");
    }
}

fn is_square(a: &Literal) -> bool {
    a.ty().dims[0] == a.ty().dims[1]
}

#[test]
fn eig() {
    for (e, a) in matrices().into_iter().filter(|(_, a)| is_square(a)) {
        let (matrix, n) = (Matrix::of(&a), a.ty().dims[0]);
        let complex = e.part().complex().unwrap();
        let (line, square) = (ty(complex, &[n]), ty(complex, &[n, n]));
        let a = std::slice::from_ref(&a);
        let r = call("labora.eig", "", a, &[line.clone(), square.clone(), square.clone()]);
        let values = r[0].to_complex_vec().unwrap();
        let diagonal = Matrix::new(n, n, |i, j| if i == j { values[i] } else { C::new(0.0, 0.0) });
        let (left, right) = (Matrix::of(&r[1]), Matrix::of(&r[2]));
        let eps = tolerance(e) * n as f64;
        assert!(matrix.times(&right).distance(&right.times(&diagonal)) < eps, "{matrix:?}");
        assert!(left.adjoint().times(&matrix).distance(&diagonal.times(&left.adjoint())) < eps, "{matrix:?}");
        for (config, results) in [
            ("{\"left\":false,\"right\":true}", vec![&r[0], &r[2]]),
            ("{\"left\":true,\"right\":false}", vec![&r[0], &r[1]]),
            ("{\"left\":false,\"right\":false}", vec![&r[0]]),
        ] {
            let types: Vec<TensorType> = results.iter().map(|r| r.ty().clone()).collect();
            assert!(call("labora.eig", config, a, &types).iter().eq(results), "{config}");
        }
    }
}

#[test]
fn schur() {
    for (e, a) in matrices().into_iter().filter(|(_, a)| is_square(a)) {
        let (matrix, n) = (Matrix::of(&a), a.ty().dims[0]);
        let a = std::slice::from_ref(&a);
        let r = call("labora.schur", "", a, &[a[0].ty().clone(), a[0].ty().clone()]);
        let (t, q) = (Matrix::of(&r[0]), Matrix::of(&r[1]));
        assert!(q.times(&q.adjoint()).distance(&Matrix::identity(n)) < tolerance(e));
        assert!(q.times(&t).times(&q.adjoint()).distance(&matrix) < tolerance(e) * n as f64, "{matrix:?}");
        let below = if e.is_complex() { 0 } else { 1 };
        assert_eq!(t.only(|i, j| i > j + below).distance(&t.only(|_, _| false)), 0.0);
        let alone = call("labora.schur", "{\"compute_vectors\":false,\"sort\":false}", a, &[a[0].ty().clone()]);
        assert_eq!(alone[0], r[0]);
    }
}

#[test]
fn qr_with_pivoting() {
    for (e, a) in matrices() {
        let matrix = Matrix::of(&a);
        let (m, n) = (matrix.rows, matrix.columns);
        let k = m.min(n);
        let free = literal(&ty(ElementType::I32, &[n]), 0.0);
        let types = [a.ty().clone(), free.ty().clone(), ty(e, &[k])];
        let r = call("labora.geqp3", "", &[a.clone(), free], &types);
        let columns: Vec<i32> = r[1].to_vec().unwrap();
        let permuted = Matrix::new(m, n, |i, j| matrix.at(i, columns[j] as usize - 1));
        let packed = Matrix::of(&r[0]);
        let diagonal: Vec<f64> = (0..k).map(|i| packed.at(i, i).re.hypot(packed.at(i, i).im)).collect();
        assert!(diagonal.windows(2).all(|d| d[1] <= d[0] + tolerance(e)), "{diagonal:?}");
        if m < n {
            continue;
        }
        let reflectors = [r[0].clone(), r[2].clone()];
        let q = call("ProductOfElementaryHouseholderReflectors", "", &reflectors, &[a.ty().clone()]);
        let upper = Matrix::new(n, n, |i, j| if i <= j { packed.at(i, j) } else { C::new(0.0, 0.0) });
        assert!(Matrix::of(&q[0]).times(&upper).distance(&permuted) < tolerance(e), "{a:?}");
    }
}

#[test]
fn the_upper_triangle_gives_the_same_tridiagonal_matrix_reversed() {
    for (e, a) in matrices().into_iter().filter(|(_, a)| is_square(a)) {
        let (matrix, n) = (Matrix::of(&a), a.ty().dims[0]);
        let types = [a.ty().clone(), ty(e.part(), &[n]), ty(e.part(), &[n - 1]), ty(e, &[n - 1])];
        let upper = call("labora.tridiagonal", "{\"lower\":false}", std::slice::from_ref(&a), &types);
        let mut bytes: Vec<&[u8]> = a.bytes().chunks(e.bytes()).collect();
        bytes.reverse();
        let reversed = Literal::from_bytes(a.ty().clone(), bytes.concat()).unwrap();
        let lower = call("labora.tridiagonal", "{\"lower\":true}", &[reversed], &types);
        for (upper, lower) in upper.iter().zip(&lower).skip(1) {
            assert!(upper.to_complex_vec().unwrap().iter().eq(lower.to_complex_vec().unwrap().iter().rev()));
        }
        // The diagonal has the trace of the matrix.
        let trace = (0..n).map(|i| matrix.at(i, i).re).sum::<f64>();
        assert!((upper[1].to_f64_vec().unwrap().iter().sum::<f64>() - trace).abs() < tolerance(e) * n as f64);
    }
}

#[test]
fn not_a_number_gives_not_a_number() {
    for (e, value) in ELEMENTS.into_iter().flat_map(|e| [(e, f64::NAN), (e, f64::INFINITY)]) {
        let (a, square, line) = (literal(&ty(e, &[4, 4]), value), ty(e, &[4, 4]), ty(e.part(), &[4]));
        let all_nan = |l: &Literal| l.to_complex_vec().unwrap().iter().all(|z| z.re.is_nan());
        let r = call("labora.eigh", "{\"lower\":true}", std::slice::from_ref(&a), &[square.clone(), line.clone()]);
        assert!(r.iter().all(all_nan));
        let types = [line, square.clone(), square.clone()];
        assert!(call("labora.svd", "", std::slice::from_ref(&a), &types).iter().all(all_nan));
        let complex = |dims: &[usize]| ty(e.part().complex().unwrap(), dims);
        let types = [complex(&[4]), complex(&[4, 4]), complex(&[4, 4])];
        assert!(call("labora.eig", "", std::slice::from_ref(&a), &types).iter().all(all_nan));
        assert!(
            call("labora.schur", "", std::slice::from_ref(&a), &[square.clone(), square.clone()]).iter().all(all_nan)
        );
        call("Qr", "", std::slice::from_ref(&a), &[square.clone(), ty(e, &[4])]);
        let free = literal(&ty(ElementType::I32, &[4]), 0.0);
        call("labora.geqp3", "", &[a.clone(), free.clone()], &[square.clone(), free.ty().clone(), ty(e, &[4])]);
        call("labora.lu", "", &[a], &[square, ty(ElementType::I32, &[4]), ty(ElementType::I32, &[4])]);
    }
}

#[test]
fn badly_scaled_matrices() {
    for scale in [1e-300, 1e300] {
        let a = Literal::from_vec([2, 2], vec![2.0 * scale, scale, scale, 2.0 * scale]).unwrap();
        let (square, line) = (a.ty().clone(), ty(ElementType::F64, &[2]));
        let r = call("labora.eigh", "{\"lower\":true}", std::slice::from_ref(&a), &[square.clone(), line.clone()]);
        let w = r[1].to_f64_vec().unwrap();
        assert!((w[0] / scale - 1.0).abs() < 1e-14 && (w[1] / scale - 3.0).abs() < 1e-14, "{w:?}");
        let s = call("labora.svd", "", &[a], &[line, square.clone(), square])[0].to_f64_vec().unwrap();
        assert!((s[0] / scale - 3.0).abs() < 1e-14 && (s[1] / scale - 1.0).abs() < 1e-14, "{s:?}");
    }
}

/// Matrices of 150 rows with equal eigenvalues, with pairs of close ones, and with known ones.
#[test]
fn eigh_of_equal_and_close_eigenvalues() {
    let n = 150;
    fn number(is_one: bool) -> f64 {
        f64::from(u8::from(is_one))
    }
    type Element = fn(usize, usize) -> f64;
    let matrices: [(&str, Element); 6] = [
        ("zero", |_, _| 0.0),
        ("identity", |i, j| number(i == j)),
        ("ones", |_, _| 1.0),
        ("second difference", |i, j| if i == j { 2.0 } else { -number(i.abs_diff(j) == 1) }),
        ("Wilkinson's", |i, j| if i == j { (i as f64 - 75.0).abs() } else { number(i.abs_diff(j) == 1) }),
        ("blocks of two", |i, j| if i / 2 == j / 2 { 1.0 + (i / 2 % 5) as f64 } else { 0.0 }),
    ];
    for (e, (name, f)) in [ElementType::F64, ElementType::F32].iter().flat_map(|e| matrices.iter().map(move |m| (e, m)))
    {
        let values: Vec<f64> = (0..n * n).map(|at| f(at / n, at % n)).collect();
        let a = Literal::from_f64(ty(*e, &[n, n]), &values).unwrap();
        let matrix = Matrix::of(&a);
        let r = call("labora.eigh", "{\"lower\":true}", std::slice::from_ref(&a), &[a.ty().clone(), ty(*e, &[n])]);
        let (v, w) = (Matrix::of(&r[0]), r[1].to_f64_vec().unwrap());
        let largest = w.iter().fold(1.0f64, |m, x| m.max(x.abs()));
        assert!(w.is_sorted(), "{name}, {e}");
        let orthogonality = v.adjoint().times(&v).distance(&Matrix::identity(n));
        assert!(orthogonality < tolerance(*e), "{name}, {e}: {orthogonality}");
        let residual = matrix.times(&v).distance(&v.times(&Matrix::diagonal(&w)));
        assert!(residual < tolerance(*e) * largest, "{name}, {e}: {residual}");
        if *name == "second difference" {
            let known = |k: usize| 2.0 - 2.0 * ((k + 1) as f64 * std::f64::consts::PI / (n + 1) as f64).cos();
            assert!(w.iter().enumerate().all(|(k, w)| (w - known(k)).abs() < 4.0 * tolerance(*e)), "{w:?}");
        }
    }
}

#[test]
fn sizes_of_zero_and_batches() {
    let e = ElementType::F32;
    for dims in [vec![0, 0], vec![0, 3, 3], vec![2, 0, 0], vec![2, 2, 3, 3]] {
        let (batch, n) = (&dims[..dims.len() - 2], dims[dims.len() - 1]);
        let line = ty(e, &[batch, &[n]].concat());
        let a = literal(&ty(e, &dims), 1.0);
        let r = call("labora.eigh", "{\"lower\":true}", std::slice::from_ref(&a), &[a.ty().clone(), line.clone()]);
        assert_eq!(r[1].ty(), &line);
        if n > 0 {
            assert!(r[1].to_f64_vec().unwrap().chunks(n).all(|w| (w[n - 1] - n as f64).abs() < 1e-5));
        }
        call("labora.svd", "", std::slice::from_ref(&a), &[line.clone(), a.ty().clone(), a.ty().clone()]);
        call("Qr", "", std::slice::from_ref(&a), &[a.ty().clone(), line.clone()]);
        let free = literal(&ty(ElementType::I32, &line.dims), 0.0);
        let types = [a.ty().clone(), free.ty().clone(), line.clone()];
        call("labora.geqp3", "", &[a.clone(), free], &types);
        call("labora.schur", "", std::slice::from_ref(&a), &[a.ty().clone(), a.ty().clone()]);
        let complex = [&line, a.ty(), a.ty()].map(|t| ty(ElementType::Complex64, &t.dims));
        call("labora.eig", "", &[a], &complex);
    }
    let a = literal(&ty(e, &[3, 0]), 1.0);
    let u = call("labora.svd", "", &[a], &[ty(e, &[0]), ty(e, &[3, 3]), ty(e, &[0, 0])]).swap_remove(1);
    assert_eq!(u.to_f64_vec().unwrap(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn wrong_types_are_refused_with_the_name_of_the_call() {
    let a = literal(&ty(ElementType::F32, &[3, 4]), 1.0);
    let square = ty(ElementType::F32, &[3, 3]);
    let e = try_call("labora.eigh", "{\"lower\":true}", std::slice::from_ref(&a), std::slice::from_ref(&square))
        .unwrap_err();
    assert!(e.contains("labora.eigh"), "{e}");
    let e = try_call("labora.lu", "", std::slice::from_ref(&a), std::slice::from_ref(&square)).unwrap_err();
    assert!(e.contains("labora.lu") && e.contains("3xi32"), "{e}");
    let i = literal(&ty(ElementType::I32, &[3, 3]), 1.0);
    let e = try_call("Qr", "", &[i], &[square]).unwrap_err();
    assert!(e.contains("Qr") && e.contains("i32"), "{e}");
}

#[test]
fn narrow_matrices_are_decomposed_in_f32() {
    let mut random = Random(9);
    let wide = random.literal(&ty(ElementType::F32, &[4, 4]));
    for e in [ElementType::Bf16, ElementType::F16] {
        let converted = |literal: &Literal, element| {
            let ty = literal.ty().with_element(element);
            Literal::from_f64(ty, &literal.to_f64_vec().unwrap()).unwrap()
        };
        let narrow = converted(&wide, e);
        let widened = converted(&narrow, ElementType::F32);
        let real = |e: ElementType| -> Vec<(&str, Vec<TensorType>)> {
            let i32 = |n: usize| ty(ElementType::I32, &[n]);
            let (square, line) = (ty(e, &[4, 4]), ty(e, &[4]));
            let complex = ty(ElementType::Complex64, &[4, 4]);
            let values = ty(ElementType::Complex64, &[4]);
            vec![
                ("Qr", vec![square.clone(), line.clone()]),
                ("labora.lu", vec![square.clone(), i32(4), i32(4)]),
                ("labora.eigh", vec![square.clone(), line.clone()]),
                ("labora.svd", vec![line, square.clone(), square.clone()]),
                ("labora.schur", vec![square.clone(), square]),
                ("labora.eig", vec![values, complex.clone(), complex]),
            ]
        };
        for ((target, types), (_, wide_types)) in real(e).into_iter().zip(real(ElementType::F32)) {
            let results = call(target, "", std::slice::from_ref(&narrow), &types);
            let expected = call(target, "", std::slice::from_ref(&widened), &wide_types);
            for ((result, expected), ty) in results.iter().zip(&expected).zip(&types) {
                let rounded = if ty.element == e { converted(expected, e) } else { expected.clone() };
                assert_eq!(result.bytes(), rounded.bytes(), "{target} of {e}");
            }
        }
    }
}
