//! Runs traced programs with the interpreter.

use keras::models::Resolved;
use keras::optimizers::Optimizer;
use keras::trace::{Batch, DataTypes, Training, rows_type};
use keras::{Array, Compile, Model, Values};
use stablehlo::{ElementType, Literal, interpret};

/// A data set in the layout of programs.
pub fn literal(array: &Array) -> Literal {
    let bytes: &[u8] = array.values().as_ref();
    Literal::from_bytes(rows_type(&array.ty()), bytes.to_vec()).unwrap()
}

pub fn f32s(shape: &[usize], values: &[f32]) -> Literal {
    Literal::from_vec(shape, values).unwrap()
}

/// Reproducible random numbers between -1 and 1.
pub fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut rng = keras::utils::Rng::seeded(seed);
    (0..count).map(|_| (2.0 * rng.uniform() - 1.0) as f32).collect()
}

/// A training on the interpreter: the state of each core.
pub struct Trainer<'a> {
    pub model: &'a Model,
    pub compile: &'a Compile,
    pub resolved: Resolved,
    pub x: &'a Array,
    pub y: &'a Array,
    pub cores: usize,
    pub state: Vec<Vec<Literal>>,
}

impl<'a> Trainer<'a> {
    pub fn new(model: &'a Model, compile: &'a Compile, x: &'a Array, y: &'a Array, cores: usize) -> Self {
        let resolved = compile.resolve(&[y.dims()], &model.output_shapes(y.rows()).unwrap()).unwrap();
        let mut trainer = Self { model, compile, resolved, x, y, cores, state: Vec::new() };
        let types = trainer.training(Batch { cores, rows: cores }, 1, 1).state_types();
        let variables = model.variables().iter().map(|v| f32s(&v.shape, &v.values));
        let zeros = types[model.variables().len()..].iter().map(|ty| Literal::full(ty.clone(), 0.0).unwrap());
        let state: Vec<Literal> = variables.chain(zeros).collect();
        let key = |core: usize| Literal::from_vec([2], [77 + core as u64, 0]).unwrap();
        trainer.state = (0..cores).map(|core| state.iter().map(|s| with_key(s, key(core))).collect()).collect();
        trainer
    }

    pub fn training(&self, batch: Batch, steps: usize, steps_per_epoch: usize) -> Training<'_> {
        // The types are leaked: the tests create few of them.
        let data: &'static DataTypes = Box::leak(Box::new(DataTypes::single(self.x.ty(), self.y.ty())));
        Training {
            model: self.model,
            optimizer: self.optimizer(),
            resolved: &self.resolved,
            data,
            batch,
            steps,
            steps_per_epoch,
        }
    }

    fn optimizer(&self) -> &dyn Optimizer {
        &**self.compile.optimizer()
    }

    /// Runs steps over batches of `rows` rows in one call. `rows` are listed for each core, for all steps.
    /// Returns the position reached and, from the totals, the loss over all rows.
    pub fn run(&mut self, rows: usize, order: &[Vec<i32>], rate: f32) -> (i32, f64) {
        let batch = Batch { cores: self.cores, rows };
        let steps = order[0].len() / batch.rows_per_core();
        let module = self.training(batch, steps, steps).trace().unwrap();
        stablehlo::verify(&module).unwrap();
        let inputs: Vec<Vec<Literal>> = (0..self.cores)
            .map(|core| {
                let mut inputs = self.state[core].clone();
                let n = inputs.len();
                inputs[n - 2] = Literal::full(inputs[n - 2].ty().clone(), 0.0).unwrap();
                inputs[n - 1] = Literal::scalar(0i32);
                inputs.extend([literal(self.x), literal(self.y)]);
                inputs.push(Literal::from_vec([steps, batch.rows_per_core()], order[core].as_slice()).unwrap());
                inputs.extend([Literal::scalar(0i32), Literal::scalar(steps as i32)]);
                inputs.push(f32s(&[steps], &vec![rate; steps]));
                inputs
            })
            .collect();
        self.state = interpret::evaluate_replicas(&module, &inputs).unwrap();
        // Values that are annotated to be the same on all cores must be so after the call.
        for (i, _) in module.main().unwrap().params.iter().enumerate().filter(|(_, p)| p.is_same_on_all_replicas()) {
            assert!(inputs.iter().all(|core| core[i] == inputs[0][i]), "argument {i} is the same on all cores");
            assert!(self.state.iter().all(|core| core.get(i) == self.state[0].get(i)), "result {i} is, too");
        }
        let n = self.state[0].len();
        let totals: Vec<Vec<f32>> = self.state.iter().map(|core| core[n - 2].to_vec().unwrap()).collect();
        let sum = |i: usize| totals.iter().map(|t| f64::from(t[i])).sum::<f64>();
        (self.state[0][n - 1].to_vec::<i32>().unwrap()[0], sum(0) / sum(1))
    }

    /// A core's variable.
    pub fn variable(&self, core: usize, index: usize) -> Vec<f32> {
        self.state[core][index].to_vec().unwrap()
    }

    pub fn set_variable(&mut self, core: usize, index: usize, values: &[f32]) {
        let shape = self.state[core][index].ty().dims.clone();
        self.state[core][index] = f32s(&shape, values);
    }
}

fn with_key(state: &Literal, key: Literal) -> Literal {
    if state.ty().element == ElementType::Ui64 { key } else { state.clone() }
}

/// The maximum difference, relative to the maximum magnitude.
pub fn difference(a: &[f32], b: &[f32]) -> f32 {
    let scale = a.iter().chain(b).fold(1e-6f32, |m, x| m.max(x.abs()));
    testkit::worst_difference(a, b) / scale
}

/// An array of `f32`.
pub fn array(dims: &[usize], values: Vec<f32>) -> Array {
    Array::new(dims, Values::from(values)).unwrap()
}
