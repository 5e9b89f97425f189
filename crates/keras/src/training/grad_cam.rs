//! Grad-CAM: where in an image a classifier sees a class.

use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::array::Array;
use crate::arrays::Arrays;
use crate::error::{Error, ErrorKind, Result};
use crate::models::Model;
use crate::shape::Shape;

use super::check::{adjusted, check_inputs};
use super::cores::{PerCore, read};
use super::device_model::DeviceModel;
use super::options::Infer;

impl DeviceModel {
    /// Grad-CAM of rows: for each row a map of the places of a layer's output, from 0 to 1, of how much they
    /// raise the score of a class. It is the output's channels, weighted by the means of their gradients,
    /// without negative sums, divided by the greatest one (Selvaraju et al. 2017).
    ///
    /// The layer's output is `(rows, places..., channels)`, as that of the last convolution. The score is
    /// the model's output before its softmax, as in Keras's example. `class` is the same for all rows;
    /// `None` is the predicted class of each row.
    ///
    /// ```no_run
    /// # fn example(mut model: keras::DeviceModel, images: keras::Array) -> keras::Result<()> {
    /// let maps = model.grad_cam(&images, "conv2d_3", None)?;
    /// println!("{:?}", maps.dims());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if there is no such layer or class, or the model has not one output;
    /// [`ErrorKind::Shape`] if the rows do not fit, or the layer's output has no places;
    /// [`ErrorKind::Device`] if the device fails, or belongs to several processes.
    pub fn grad_cam(&mut self, x: impl Into<Arrays>, layer: &str, class: Option<usize>) -> Result<Array> {
        let x = adjusted(self.model(), x.into());
        check_inputs(self.model(), &x)?;
        if self.device().has_several_processes() {
            return Err(Error::new(ErrorKind::Device, "Grad-CAM runs on the devices of one process"));
        }
        let shapes: Vec<Shape> = x.iter().map(|x| Shape::new(x.row_dims())).collect();
        let resized =
            if self.model().has_known_shapes() { None } else { Some(self.model().with_input_shapes(&shapes)?) };
        let whole = resized.as_ref().unwrap_or(self.model());
        let (tensor, logits) = (whole.layer_output(layer)?, whole.logits()?);
        if tensor.shape().dims().len() < 2 {
            let shape = tensor.shape();
            return Err(Error::shape(format!("the output of layer '{layer}' has the shape {shape}, without places")));
        }
        let &[Some(classes)] = logits.shape().dims() else {
            let shape = logits.shape();
            return Err(Error::shape(format!("the output of the model has the shape {shape}, not a score per class")));
        };
        if let Some(class) = class.filter(|class| *class >= classes) {
            return Err(Error::argument(format!("there is no class {class}: there are {classes}, from 0 on")));
        }
        let rows = x.first().map_or(0, Array::rows);
        let dims = tensor.shape().known()?.dims().to_vec();
        let model = whole.ending_at(vec![tensor, logits])?;
        let chosen: Vec<usize> = match class {
            Some(class) => vec![class; rows],
            None => self.predict(&x, Infer::silent(rows.max(1)))?.argmax(),
        };
        let mut one_hot = vec![0.0f32; rows * classes];
        chosen.iter().enumerate().for_each(|(row, class)| one_hot[row * classes + class] = 1.0);
        let [output, gradient] = self.run_gradient(&model, &x, (rows, classes), &one_hot)?;
        let size: usize = dims.iter().product();
        let channels = dims[dims.len() - 1];
        let maps = output.chunks(size.max(1)).zip(gradient.chunks(size.max(1)));
        let values: Vec<f32> = maps.flat_map(|(output, gradient)| map(output, gradient, channels)).collect();
        Array::new([&[rows][..], &dims[..dims.len() - 1]].concat(), values)
    }

    /// The first output of a model on these rows, and the gradient of the second one's sum, weighted by
    /// `one_hot`, with respect to it.
    fn run_gradient(
        &self,
        model: &Model,
        x: &Arrays,
        (rows, classes): (usize, usize),
        one_hot: &[f32],
    ) -> Result<[Vec<f32>; 2]> {
        let cores = self.cores();
        let program = cores.compile(&trace(model, rows)?)?;
        let mut placed: Vec<PerCore> = Vec::new();
        for variable in model.variables() {
            placed.push(cores.place_same(&variable.shape, &variable.values)?);
        }
        for array in x.iter() {
            let values: Vec<f32> = (0..rows).flat_map(|row| array.row(row).unwrap_or_default()).collect();
            placed.push(cores.place_same(array.dims(), &values)?);
        }
        placed.push(cores.place_same(&[rows, classes], one_hot)?);
        let results = program.run(vec![Vec::new()], |core| placed.iter().map(|buffers| &buffers[core]).collect())?;
        match results.first().map(Vec::as_slice) {
            Some([output, gradient]) => Ok([read(output)?, read(gradient)?]),
            _ => Err(Error::new(ErrorKind::Device, "the program of Grad-CAM has not two results")),
        }
    }
}

/// The program of a model with two outputs: the first one, and the gradient of the second one with respect
/// to it. The last parameter weights the elements of the second one.
fn trace(model: &Model, rows: usize) -> Result<Module> {
    let mut b = FuncBuilder::new("main");
    let float = |dims: Vec<usize>| TensorType::new(ElementType::F32, dims);
    let mut variables: Vec<Value> = model.variables().iter().map(|v| b.param(float(v.shape.clone()))).collect();
    let inputs = model.inputs().iter().map(|t| Ok(b.param(float(t.shape().with_rows(rows)?))));
    let inputs: Vec<Value> = inputs.collect::<Result<_>>()?;
    let weights = model.outputs().last().map_or(Ok(Vec::new()), |scores| scores.shape().with_rows(rows))?;
    let weights = b.param(float(weights));
    let outputs = model.network().forward(&mut b, &inputs, &mut variables, false, &mut None)?;
    let [output, scores] = outputs[..] else {
        return Err(Error::new(ErrorKind::Program, "Grad-CAM needs a layer's output and scores"));
    };
    let weights = b.convert(weights, b.ty(scores).element)?;
    let gradient = b.vjp(&[scores], &[weights], &[output])?;
    let mut results = Vec::with_capacity(2);
    for value in [&[output][..], &gradient[..]].concat() {
        results.push(b.convert(value, ElementType::F32)?);
    }
    Ok(Module::new(format!("{}_grad_cam", model.name()), b.finish(results)))
}

/// The map of a row, from the output of its layer and its gradient, `(places, channels)`.
fn map(output: &[f32], gradient: &[f32], channels: usize) -> Vec<f32> {
    let places = (gradient.len() / channels) as f32;
    let mean = |channel: usize| gradient.iter().skip(channel).step_by(channels).sum::<f32>() / places;
    let weights: Vec<f32> = (0..channels).map(mean).collect();
    let sums = output.chunks(channels).map(|place| place.iter().zip(&weights).map(|(a, w)| a * w).sum::<f32>());
    let sums: Vec<f32> = sums.map(|sum| sum.max(0.0)).collect();
    let greatest = sums.iter().copied().fold(0.0, f32::max);
    sums.into_iter().map(|sum| if greatest > 0.0 { sum / greatest } else { 0.0 }).collect()
}
