//! Kernels divided by their largest singular value.

use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::TruncatedNormal;
use crate::layers::nested::named_parts;
use crate::objects::Handle;
use crate::ops::{self, Axes, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// A layer whose kernel is divided by an estimate of its largest singular value in training (Miyato et
    /// al., 2018). As in Keras on JAX, the stored kernel is not divided.
    ///
    /// ```
    /// use keras::{Input, layers::{Dense, SpectralNormalization}};
    /// let y = SpectralNormalization::new(Dense::new(3)).call(&Input::new([5]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    SpectralNormalization(
        /// The layer, which has a weight `kernel` or `embeddings`.
        layer: [Handle<dyn Layer>],
    ) {
        /// The number of iterations that improve the estimate in each step. Default: 1.
        power_iterations: [usize] = 1;
    }
}

/// The index of the weight that is normalized, which is the layer's own, not that of a part, as a cell's.
fn kernel(weights: &[WeightSpec]) -> Option<usize> {
    let ends = |name: &str| weights.iter().position(|spec| spec.part.is_empty() && spec.name == name);
    ends("kernel").or_else(|| ends("embeddings"))
}

impl Layer for SpectralNormalization {
    fn input_spec(&self) -> InputSpec {
        self.layer.input_spec()
    }

    fn converts_inputs(&self) -> bool {
        self.layer.converts_inputs()
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        self.layer.check(inputs)?;
        if (1..=64).contains(&self.power_iterations) {
            return Ok(());
        }
        Err(Error::argument(format!(
            "`power_iterations` is from 1 to 64. Received: `power_iterations={}`",
            self.power_iterations
        )))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let weights = self.layer.build(inputs)?;
        let index = kernel(&weights).filter(|index| !weights[*index].shape.is_empty()).ok_or_else(|| {
            Error::argument(format!("{} object has no attribute 'kernel' nor 'embeddings'", self.layer.class_name()))
        })?;
        let width = weights[index].shape.last().copied().unwrap_or(1);
        let mut all = named_parts(weights, "layer", &*self.layer);
        all.push(WeightSpec::state("vector_u", [1, width], TruncatedNormal::new().stddev(0.02)));
        Ok(all)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let shapes: Vec<Shape> = inputs.iter().map(|x| Shape::new(&cx.b.dims(*x)[1..])).collect();
        let specs = self.layer.build(&shapes)?;
        let mut weights = Vec::with_capacity(specs.len());
        for i in 0..specs.len() {
            weights.push(cx.weight(i)?);
        }
        if let (true, Some(index)) = (cx.training, kernel(&specs)) {
            let state = [weights[index], cx.weight(specs.len())?];
            let normalized = ops::traced(cx.b, &state, |both| Ok(self.normalized(&both[0], &both[1])))?;
            if let [kernel, vector] = normalized[..] {
                weights[index] = kernel;
                cx.update_weight(specs.len(), vector);
            }
        }
        let (outputs, updates) = cx.forward_layer_with(&*self.layer, &weights, inputs, &[])?;
        for (index, value) in updates {
            cx.update_weight(index, value);
        }
        outputs.first().copied().ok_or_else(|| Error::argument("a layer has an output"))
    }
}

impl SpectralNormalization {
    /// The kernel divided by its largest singular value, and the vector of the estimate.
    fn normalized(&self, kernel: &Tensor, vector: &Tensor) -> Vec<Tensor> {
        let width = kernel.dim(-1) as i64;
        let matrix = ops::reshape(kernel, &[-1, width]);
        let unit = |x: &Tensor| {
            let norm = ops::norm(x, 2.0, Axes::All, true);
            x / ops::maximum(&norm, &ops::full_like(&norm, 1e-12))
        };
        let (mut u, mut v) = (vector.clone(), None);
        for _ in 0..self.power_iterations {
            let new = unit(&ops::matmul(&u, &ops::transpose(&matrix, &[])));
            u = unit(&ops::matmul(&new, &matrix));
            v = Some(new);
        }
        let (u, v) = (ops::stop_gradient(&u), ops::stop_gradient(&v.unwrap_or_else(|| vector.clone())));
        let sigma = ops::matmul(&ops::matmul(&v, &matrix), &ops::transpose(&u, &[]));
        // A kernel of zeros stays as it is.
        let zero = ops::logical_not(&ops::any(&matrix, Axes::All, true));
        let sigma = ops::where_(&zero, &ops::ones_like(&sigma), &sigma);
        let kernel = ops::reshape(&(&matrix / sigma), &kernel.shape().iter().map(|n| *n as i64).collect::<Vec<_>>());
        vec![kernel, ops::where_(&zero, vector, &u)]
    }
}
