//! Cases, and their check.

use stablehlo::{ElementType, FuncBuilder, Literal, Module, Op, Result, TensorType, Value, interpret};

type Build = Box<dyn Fn(&mut FuncBuilder, &[Value]) -> Result<Value>>;

/// A program of one result, differentiated with respect to all of its `f64` inputs.
pub struct Case {
    /// The operation whose gradient is checked.
    pub op: &'static str,
    /// The form of the operation.
    pub form: String,
    inputs: Vec<Literal>,
    build: Build,
    /// The step of finite differences.
    step: f64,
}

pub fn case(
    op: &'static str,
    form: impl Into<String>,
    inputs: impl Into<Vec<Literal>>,
    build: impl Fn(&mut FuncBuilder, &[Value]) -> Result<Value> + 'static,
) -> Case {
    Case { op, form: form.into(), inputs: inputs.into(), build: Box::new(build), step: 1e-5 }
}

impl Case {
    /// Sets the step of finite differences, which is 1e-5 by default.
    pub fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }

    fn name(&self) -> String {
        format!("{} ({})", self.op, self.form)
    }

    /// The module that computes the loss, or its gradient with respect to the `f64` inputs.
    fn module(&self, gradient: bool) -> Result<Module> {
        let mut b = FuncBuilder::new("main");
        let params: Vec<Value> = self.inputs.iter().map(|l| b.param(l.ty().clone())).collect();
        let y = (self.build)(&mut b, &params)?;
        let ty = b.ty(y).clone();
        let weights = b.constant(random(7, &ty.dims, -1.0, 1.0))?;
        let weighted = b.multiply(y, weights)?;
        let loss = b.sum(weighted, &(0..ty.rank()).collect::<Vec<_>>())?;
        let wrt: Vec<Value> = params.into_iter().filter(|p| b.ty(*p).element == ElementType::F64).collect();
        let results = if gradient { b.gradient(loss, &wrt)? } else { vec![loss] };
        Ok(Module::new(self.op, b.finish(results)))
    }
}

/// Checks that each case's program has its operation, and that its gradient agrees with finite differences.
pub fn check(cases: Vec<Case>) {
    for case in cases {
        let name = case.name();
        let forward = case.module(false).unwrap_or_else(|e| panic!("{name}: {e}"));
        let contains_op = forward.funcs[0].body.ops.iter().any(|op| has(op, case.op));
        assert!(contains_op, "{name}: the program does not contain the operation");
        let backward = case.module(true).unwrap_or_else(|e| panic!("{name}: {e}"));
        let analytic = interpret::evaluate(&backward, &case.inputs).unwrap_or_else(|e| panic!("{name}: {e}"));
        let differentiated: Vec<usize> =
            (0..case.inputs.len()).filter(|i| case.inputs[*i].ty().element == ElementType::F64).collect();
        for (i, gradient) in differentiated.into_iter().zip(analytic) {
            assert_eq!(gradient.ty(), case.inputs[i].ty(), "{name}");
            let numeric = differences(&forward, &case.inputs, i, case.step).unwrap_or_else(|e| panic!("{name}: {e}"));
            for (at, (a, n)) in gradient.to_f64_vec().unwrap().into_iter().zip(numeric).enumerate() {
                let tolerance = 1e-6 * (1.0 + n.abs());
                assert!((a - n).abs() <= tolerance, "{name}: element {at} of input {i}: gradient {a}, differences {n}");
            }
        }
    }
}

fn has(op: &Op, name: &str) -> bool {
    op.kind.mnemonic() == name || op.regions.iter().any(|r| r.ops.iter().any(|op| has(op, name)))
}

/// Central differences of the module's first result with respect to each element of input `i`.
fn differences(module: &Module, inputs: &[Literal], i: usize, step: f64) -> Result<Vec<f64>> {
    let values = inputs[i].to_f64_vec()?;
    let mut inputs = inputs.to_vec();
    let mut loss = |at: usize, value: f64| -> Result<f64> {
        let mut moved = values.clone();
        moved[at] = value;
        inputs[i] = Literal::from_f64(inputs[i].ty().clone(), &moved)?;
        Ok(interpret::evaluate(module, &inputs)?[0].to_f64_vec()?[0])
    };
    let mut slopes = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let (above, below) = (value + step, value - step);
        slopes.push((loss(at, above)? - loss(at, below)?) / (above - below));
    }
    Ok(slopes)
}

/// Uniform random `f64` between `low` and `high` (SplitMix64: Steele et al., 2014).
pub fn random(seed: u64, dims: &[usize], low: f64, high: f64) -> Literal {
    let mut state = seed.wrapping_mul(0x1234_5678_9abc_def1);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) >> 11
    };
    let ty = TensorType::new(ElementType::F64, dims);
    let values: Vec<f64> =
        (0..ty.num_elements()).map(|_| low + (high - low) * (next() as f64 / (1u64 << 53) as f64)).collect();
    Literal::from_f64(ty, &values).expect("as many values as elements")
}

/// Uniform random numbers between -1 and 1.
pub fn any(seed: u64, dims: &[usize]) -> Literal {
    random(seed, dims, -1.0, 1.0)
}

/// Uniform random numbers between 0.2 and 1.7.
pub fn positive(seed: u64, dims: &[usize]) -> Literal {
    random(seed, dims, 0.2, 1.7)
}

/// Numbers in random order that differ by at least 0.1, so that finite differences create no ties.
pub fn distinct(seed: u64, dims: &[usize]) -> Literal {
    let keys = any(seed, dims);
    let keys = keys.to_f64_vec().expect("doubles");
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
    let mut values = vec![0.0; keys.len()];
    for (rank, at) in order.into_iter().enumerate() {
        values[at] = 0.1 * rank as f64 - 0.05 * keys.len() as f64 + 0.013;
    }
    Literal::from_vec(dims, values).expect("as many values as elements")
}
