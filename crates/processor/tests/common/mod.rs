//! Shared by the tests: seeded inputs, and programs run by the processor on every instruction set and compared with
//! the interpreter.
#![allow(dead_code)]

use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::interpret::{self, Interpreter};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

/// SplitMix64: enough for test data.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Between -1 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Numbers of an element type: between -1 and 1, or small integers.
    pub fn literal(&mut self, ty: &TensorType) -> Literal {
        if ty.element.is_complex() {
            let parts = TensorType::new(ty.element.part(), [2 * ty.num_elements()]);
            let bytes = self.literal(&parts).into_bytes();
            return Literal::from_bytes(ty.clone(), bytes).expect("two parts for each number");
        }
        if ty.element.is_narrow() {
            let carried = self.literal(&ty.with_element(ty.element.carrier()));
            return carried.from_carrier(ty.element).expect("elements of the carrier");
        }
        let n = ty.num_elements();
        let values: Vec<f64> = (0..n)
            .map(|_| match ty.element {
                e if e.is_float() => self.unit(),
                ElementType::I1 => (self.next() & 1) as f64,
                e if e.is_unsigned() => self.below(100) as f64,
                _ => self.below(100) as f64 - 50.0,
            })
            .collect();
        Literal::from_f64(ty.clone(), &values).expect("a computable type")
    }
}

/// Builds a module of one function with parameters of those types.
pub fn module(
    params: &[TensorType],
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Vec<Value>>,
) -> Result<Module> {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = params.iter().map(|ty| b.param(ty.clone())).collect();
    let results = build(&mut b, &params)?;
    Ok(Module::new("test", b.finish(results)))
}

/// Runs a module on the processor, arguments borrowed.
pub fn run(module: &Module, options: &CompileOptions, threads: usize, inputs: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let executable = compile(module, options).expect("the program compiles");
    let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
    let arguments = inputs.iter().map(|list| list.iter().map(borrow).collect()).collect();
    let results = executable.run(&Cores::new(threads), arguments).expect("the program runs");
    results.iter().map(|list| list.iter().map(Buffer::to_literal).collect()).collect()
}

/// The largest accepted distance of results from the interpreter's.
#[derive(Clone, Copy)]
pub struct Tolerance {
    /// Relative to the largest element of the result, by the widest error a type makes.
    pub units: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { units: 16.0 }
    }
}

/// Rounding error of one operation of that type.
pub fn epsilon(element: ElementType) -> f64 {
    match element.part() {
        ElementType::F64 => f64::EPSILON,
        ElementType::F32 => f32::EPSILON as f64,
        ElementType::F16 => 2f64.powi(-11),
        ElementType::Bf16 => 2f64.powi(-8),
        _ => 0.0,
    }
}

/// Panics where two results are further apart than `tolerance`; integers have to be equal.
pub fn assert_close(got: &Literal, want: &Literal, tolerance: Tolerance, what: &str) {
    assert_eq!(got.ty(), want.ty(), "{what}");
    if epsilon(want.ty().element) == 0.0 {
        let (a, b) = (got.to_f64_vec().unwrap(), want.to_f64_vec().unwrap());
        let at = a.iter().zip(&b).position(|(a, b)| a != b);
        assert!(at.is_none(), "{what}: element {:?}: {:?}, not {:?}", at, at.map(|i| a[i]), at.map(|i| b[i]));
        return;
    }
    // The parts of a complex number are compared one by one; a real number has an imaginary part of zero.
    let parts =
        |l: &Literal| -> Vec<f64> { l.to_complex_vec().unwrap().into_iter().flat_map(|z| [z.re, z.im]).collect() };
    let (a, b) = (parts(got), parts(want));
    let largest = b.iter().filter(|x| x.is_finite()).fold(0f64, |m, x| m.max(x.abs())).max(1e-3);
    let allowed = tolerance.units * epsilon(want.ty().element) * largest;
    for (i, (a, b)) in a.iter().zip(&b).enumerate() {
        let same = a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= allowed;
        assert!(same, "{what}: element {} of {}: {a}, not {b} (allowed {allowed:e})", i / 2, want.ty());
    }
}

/// Compares the processor with the interpreter, on every instruction set this machine has.
pub fn check(module: &Module, inputs: &[Literal], tolerance: Tolerance, what: &str) {
    check_numerics(module, inputs, tolerance, Numerics::Float32, what);
}

/// The same with a choice of numerics.
pub fn check_numerics(module: &Module, inputs: &[Literal], tolerance: Tolerance, numerics: Numerics, what: &str) {
    let exact = interpret::Numerics { bf16_multiply: numerics == Numerics::Tpu };
    let want = Interpreter::new(module).numerics(exact).run(inputs).expect("the interpreter runs it");
    // With next to no cache every program that can be cut into blocks of rows is.
    for (isa, cache_bytes) in Isa::available().flat_map(|isa| [(isa, None), (isa, Some(1))]) {
        let options = CompileOptions { numerics, isa: Some(isa), cache_bytes, ..CompileOptions::default() };
        let got = run(module, &options, 1, &[inputs.to_vec()]).swap_remove(0);
        assert_eq!(got.len(), want.len());
        for (i, (g, w)) in got.iter().zip(&want).enumerate() {
            assert_close(g, w, tolerance, &format!("{what}, {isa}, cache {cache_bytes:?}, result {i}"));
        }
    }
}
