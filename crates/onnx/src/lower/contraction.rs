//! Sums of products.

use stablehlo::Result;
use stablehlo::ops::{Convolution, DotGeneral, WindowDim};

use super::{Lowering, Site, unsupported};
use crate::dim::Dim;
use crate::graph::Tensor;
use crate::proto::AttributeProto;

/// The letter of a dimension in an equation.
fn letter(index: usize) -> char {
    char::from(b'a' + u8::try_from(index).unwrap_or(u8::MAX - b'a'))
}

/// Where each of `order` stands in it: the permutation that goes back.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, from)| back[*from] = i);
    back
}

impl Lowering<'_> {
    pub(super) fn dot_general(&mut self, site: &Site, dot: &DotGeneral) -> Result<Tensor> {
        let result = site.result();
        let (lhs, rhs) = (self.full(site, 0)?, self.full(site, 1)?);
        let (lhs, rhs) = (self.convert(lhs, result.element)?, self.convert(rhs, result.element)?);
        let (left, right) = (lhs.dims.len(), rhs.dims.len());
        let batches: Vec<usize> = (0..dot.lhs_batch.len()).collect();
        let stacks = dot.lhs_batch == batches && dot.rhs_batch == batches;
        let contracts = dot.lhs_contracting[..] == [left.wrapping_sub(1)]
            && dot.rhs_contracting[..] == [batches.len()]
            && right == batches.len() + 2
            && (left == right || (left > 2 && batches.is_empty()));
        let inputs = [lhs.name.as_str(), rhs.name.as_str()];
        if stacks && contracts {
            return Ok(self.tensor("MatMul", &inputs, Vec::new(), result.element, result.dims.clone()));
        }
        let equation = AttributeProto::string("equation", &equation(dot, left, right));
        Ok(self.tensor("Einsum", &inputs, vec![equation], result.element, result.dims.clone()))
    }

    pub(super) fn convolution(&mut self, site: &Site, convolution: &Convolution) -> Result<Tensor> {
        let (dims, window) = (&convolution.dims, &convolution.window);
        if convolution.batch_group_count != 1 || window.is_empty() {
            return Err(unsupported("ONNX has no convolution of groups of the batch, or without spatial dimensions"));
        }
        let order = [&[dims.input_batch, dims.input_feature], &dims.input_spatial[..]].concat();
        let x = self.full(site, 0)?;
        let x = self.transpose(x, &order);
        let kernel = self.full(site, 1)?;
        let reversed: Vec<usize> =
            dims.kernel_spatial.iter().zip(window).filter(|(_, w)| w.reversal).map(|(axis, _)| *axis).collect();
        let kernel = self.reverse(kernel, &reversed)?;
        let transposed = transposed_pads(convolution);
        let channels = match transposed {
            Some(_) => [dims.kernel_input_feature, dims.kernel_output_feature],
            None => [dims.kernel_output_feature, dims.kernel_input_feature],
        };
        let kernel = self.transpose(kernel, &[&channels, &dims.kernel_spatial[..]].concat());
        let back = [&[dims.output_batch, dims.output_feature], &dims.output_spatial[..]].concat();
        let results: Vec<Dim> = back.iter().map(|axis| site.result().dims[*axis]).collect();
        let y = match transposed {
            Some(pads) => self.conv_transpose(&x, kernel, &pads, window, results)?,
            None => self.conv(x, &kernel, convolution, results)?,
        };
        Ok(self.transpose(y, &inverse(&back)))
    }

    fn conv(&mut self, x: Tensor, kernel: &Tensor, convolution: &Convolution, results: Vec<Dim>) -> Result<Tensor> {
        let window = &convolution.window;
        let zero = self.scalar(x.element, 0.0)?;
        let (x, pads) = self.padded(x, &zero, window)?;
        let attributes = vec![
            of_window("kernel_shape", window, |w| w.size),
            of_window("strides", window, |w| w.stride),
            of_window("dilations", window, |w| w.window_dilation),
            AttributeProto::ints("pads", &pads),
            AttributeProto::int("group", convolution.feature_group_count as i64),
        ];
        Ok(self.tensor("Conv", &[&x.name, &kernel.name], attributes, x.element, results))
    }

    fn conv_transpose(
        &mut self,
        x: &Tensor,
        kernel: Tensor,
        pads: &[i64],
        window: &[WindowDim],
        results: Vec<Dim>,
    ) -> Result<Tensor> {
        // The operator scatters the kernel, where a convolution gathers with it: the kernel is reversed.
        let kernel = self.reverse(kernel, &(2..2 + window.len()).collect::<Vec<_>>())?;
        let attributes = vec![
            of_window("kernel_shape", window, |w| w.size),
            of_window("strides", window, |w| w.base_dilation),
            of_window("dilations", window, |w| w.window_dilation),
            AttributeProto::ints("pads", pads),
        ];
        Ok(self.tensor("ConvTranspose", &[&x.name, &kernel.name], attributes, x.element, results))
    }

    /// The operand of a window operation, whose spatial dimensions are its last ones, and what its attribute
    /// `pads` says. What the attribute cannot say is added here: elements between others, removed ones, and
    /// more than a window has.
    pub(super) fn padded(&mut self, x: Tensor, value: &Tensor, window: &[WindowDim]) -> Result<(Tensor, Vec<i64>)> {
        let says = |w: &WindowDim| {
            let covered = ((w.size - 1) * w.window_dilation + 1) as i64;
            w.base_dilation == 1 && [w.pad_low, w.pad_high].iter().all(|pad| (0..covered).contains(pad))
        };
        if window.iter().all(says) {
            let pads = window.iter().map(|w| w.pad_low).chain(window.iter().map(|w| w.pad_high));
            return Ok((x, pads.collect()));
        }
        let outer = x.dims.len() - window.len();
        let list = |of: fn(&WindowDim) -> i64| -> Vec<i64> {
            std::iter::repeat_n(0, outer).chain(window.iter().map(of)).collect()
        };
        let between = list(|w| w.base_dilation as i64 - 1).into_iter().map(|n| n as usize).collect::<Vec<_>>();
        let x = self.pad(x, value, &list(|w| w.pad_low), &list(|w| w.pad_high), &between)?;
        Ok((x, vec![0; 2 * window.len()]))
    }
}

/// An attribute with a number for each dimension of a window.
pub(super) fn of_window(name: &str, window: &[WindowDim], of: fn(&WindowDim) -> usize) -> AttributeProto {
    AttributeProto::ints(name, &window.iter().map(|w| of(w) as i64).collect::<Vec<_>>())
}

/// The attribute `pads` of the transposed convolution that a convolution of a dilated input is; `None` if it
/// is none.
fn transposed_pads(convolution: &Convolution) -> Option<Vec<i64>> {
    let window = &convolution.window;
    let dilated = window.iter().any(|w| w.base_dilation > 1) && window.iter().all(|w| w.stride == 1);
    if !dilated || convolution.feature_group_count != 1 {
        return None;
    }
    let covered = |w: &WindowDim| ((w.size - 1) * w.window_dilation) as i64;
    let low = window.iter().map(|w| covered(w) - w.pad_low);
    let pads: Vec<i64> = low.chain(window.iter().map(|w| covered(w) - w.pad_high)).collect();
    pads.iter().all(|pad| *pad >= 0).then_some(pads)
}

/// The equation of a `dot_general`: the dimensions of the left operand, of the right, and of the result.
fn equation(dot: &DotGeneral, left: usize, right: usize) -> String {
    let lhs: Vec<char> = (0..left).map(letter).collect();
    let pairs = dot.lhs_batch.iter().zip(&dot.rhs_batch).chain(dot.lhs_contracting.iter().zip(&dot.rhs_contracting));
    let mut rhs: Vec<char> = (left..left + right).map(letter).collect();
    pairs.for_each(|(of_lhs, of_rhs)| rhs[*of_rhs] = lhs[*of_lhs]);
    let free = |letters: &[char], batch: &[usize], contracting: &[usize]| -> String {
        let is_free = |i: &usize| !batch.contains(i) && !contracting.contains(i);
        (0..letters.len()).filter(is_free).map(|i| letters[i]).collect()
    };
    let batch: String = dot.lhs_batch.iter().map(|i| lhs[*i]).collect();
    let result =
        [batch, free(&lhs, &dot.lhs_batch, &dot.lhs_contracting), free(&rhs, &dot.rhs_batch, &dot.rhs_contracting)];
    format!("{},{}->{}", String::from_iter(lhs), String::from_iter(rhs), result.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_name_shared_dimensions_once() {
        let dot = DotGeneral {
            lhs_batch: vec![0],
            rhs_batch: vec![0],
            lhs_contracting: vec![2],
            rhs_contracting: vec![2],
            ..DotGeneral::default()
        };
        assert_eq!(equation(&dot, 3, 3), "abc,aec->abe");
    }

    #[test]
    fn a_permutation_and_its_inverse_are_none() {
        let order = [2, 0, 1];
        let back = inverse(&order);
        assert_eq!(order.map(|i| back[i]), [0, 1, 2]);
    }
}
