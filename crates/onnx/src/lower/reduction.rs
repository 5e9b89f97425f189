//! Reductions over dimensions and windows, and sorting.

use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{Block, ElementType, Literal, OpKind, Result, TensorType};

use super::contraction::of_window;
use super::{Lowering, Site, unsupported};
use crate::dim::Dim;
use crate::graph::Tensor;
use crate::proto::AttributeProto;

/// The operator of a reduction.
fn operator(op: Binary) -> Result<&'static str> {
    Ok(match op {
        Binary::Add => "ReduceSum",
        Binary::Maximum | Binary::Or => "ReduceMax",
        Binary::Minimum | Binary::And => "ReduceMin",
        Binary::Multiply => "ReduceProd",
        _ => return Err(unsupported("ONNX has no such reduction")),
    })
}

/// The operation of a reduction's region.
fn reducer(site: &Site) -> Result<Binary> {
    let one = matches!((&site.operands[..], &site.op.regions[..]), ([_, _], [_]));
    let region = site.op.regions.first().filter(|_| one).and_then(Block::as_binary);
    region.ok_or_else(|| unsupported("ONNX reduces by a sum, a product, a maximum or a minimum of one operand"))
}

impl Lowering<'_> {
    pub(super) fn reduce(&mut self, site: &Site, dims: &[usize]) -> Result<Tensor> {
        let op = reducer(site)?;
        let x = self.full(site, 0)?;
        let element = x.element;
        // Booleans are reduced as numbers.
        let reduced_as = if element.is_bool() { ElementType::I32 } else { element };
        let x = self.convert(x, reduced_as)?;
        let axes = self.graph.ints(&dims.iter().map(|axis| *axis as i64).collect::<Vec<_>>())?;
        let attributes = vec![AttributeProto::int("keepdims", 0), AttributeProto::int("noop_with_empty_axes", 1)];
        let results = site.result().dims.clone();
        let y = self.tensor(operator(op)?, &[&x.name, &axes], attributes, reduced_as, results);
        let y = self.convert(y, element)?;
        self.with_initial(op, y, site)
    }

    /// Combines a reduction with its initial value, unless that is neutral.
    fn with_initial(&mut self, op: Binary, reduced: Tensor, site: &Site) -> Result<Tensor> {
        let initial = &site.operands[1];
        let neutral = match op {
            Binary::Add | Binary::Or => Some(0.0),
            Binary::Multiply | Binary::And => Some(1.0),
            Binary::Maximum if initial.element.is_float() => Some(f64::NEG_INFINITY),
            Binary::Minimum if initial.element.is_float() => Some(f64::INFINITY),
            _ => None,
        };
        if let Some(neutral) = neutral {
            // Equal constants are one initializer.
            let neutral = Literal::full(TensorType::scalar(initial.element), neutral)?;
            if self.graph.constant(initial.element, Vec::new(), neutral.bytes())? == initial.name {
                return Ok(reduced);
            }
        }
        self.binary(op, vec![reduced, initial.clone()])
    }

    pub(super) fn reduce_window(&mut self, site: &Site, window: &[WindowDim]) -> Result<Tensor> {
        let op = reducer(site)?;
        let (is_window, rest): (Vec<usize>, Vec<usize>) =
            (0..window.len()).partition(|axis| window[*axis] != WindowDim::new(1));
        let x = self.full(site, 0)?;
        if is_window.is_empty() {
            return self.with_initial(op, x, site);
        }
        let order = [&rest[..], &is_window].concat();
        let x = self.transpose(x, &order);
        let windows: Vec<WindowDim> = is_window.iter().map(|axis| window[*axis]).collect();
        // The operators pool images of some rows and channels.
        let outer = x.dims[..rest.len()].to_vec();
        let x = if rest.len() == 2 { x } else { self.as_image(x, rest.len())? };
        let initial = site.operands[1].clone();
        let result = &site.result().dims;
        let mut pooled: Vec<Dim> = x.dims[..2].to_vec();
        pooled.extend(is_window.iter().map(|axis| result[*axis]));
        let (x, pads) = self.padded(x, &initial, &windows)?;
        let y = self.pool(op, x, &windows, &pads, pooled.clone())?;
        let y = if rest.len() == 2 { y } else { self.reshape(y, &[&outer[..], &pooled[2..]].concat())? };
        let mut back = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, from)| back[*from] = i);
        let y = self.transpose(y, &back);
        self.with_initial(op, y, site)
    }

    /// One row of all outer dimensions, or a row for each element of them, and one channel.
    fn as_image(&mut self, x: Tensor, outer: usize) -> Result<Tensor> {
        let mut rows = Dim::ONE;
        for dim in &x.dims[..outer] {
            rows = match (rows.size(), dim.size()) {
                (Some(n), _) => Dim { fixed: dim.fixed * n, per_row: dim.per_row * n },
                (None, Some(n)) => Dim { fixed: rows.fixed * n, per_row: rows.per_row * n },
                (None, None) => return Err(unsupported("two dimensions depend on the number of rows")),
            };
        }
        let dims = [&[rows, Dim::ONE], &x.dims[outer..]].concat();
        self.reshape(x, &dims)
    }

    fn pool(&mut self, op: Binary, x: Tensor, window: &[WindowDim], pads: &[i64], dims: Vec<Dim>) -> Result<Tensor> {
        let mut attributes = vec![
            of_window("kernel_shape", window, |w| w.size),
            of_window("strides", window, |w| w.stride),
            AttributeProto::ints("pads", pads),
        ];
        let dilated = window.iter().any(|w| w.window_dilation > 1);
        let element = x.element;
        match op {
            Binary::Maximum => {
                attributes.push(of_window("dilations", window, |w| w.window_dilation));
                Ok(self.tensor("MaxPool", &[&x.name], attributes, element, dims))
            }
            Binary::Minimum => {
                let x = self.elementwise("Neg", &[&x], element);
                let y = self.pool(Binary::Maximum, x, window, pads, dims)?;
                Ok(self.elementwise("Neg", &[&y], element))
            }
            Binary::Add if !dilated => {
                attributes.push(AttributeProto::int("count_include_pad", 1));
                let mean = self.tensor("AveragePool", &[&x.name], attributes, element, dims);
                let count = self.scalar(element, window.iter().map(|w| w.size).product::<usize>() as f64)?;
                Ok(self.elementwise("Mul", &[&mean, &count], element))
            }
            _ => Err(unsupported("ONNX pools by a sum without dilation, a maximum or a minimum")),
        }
    }

    /// The operator sorts one operand, whose comparison decides, and tells where its elements were.
    pub(super) fn sort(&mut self, site: &Site, dimension: usize) -> Result<Vec<Tensor>> {
        let largest = sorts_by_first(&site.op.regions[0])
            .ok_or_else(|| unsupported("ONNX sorts by a comparison of the first operand"))?;
        let x = self.full(site, 0)?;
        let count = self.graph.sizes(&[x.dims[dimension]])?;
        let axis = AttributeProto::int("axis", dimension as i64);
        let attributes = vec![axis.clone(), AttributeProto::int("largest", largest.into())];
        let names = self.graph.nodes("TopK", &[&x.name, &count], attributes, 2);
        let mut results = vec![Tensor { name: names[0].clone(), ..x }];
        for other in 1..site.operands.len() {
            let x = self.full(site, other)?;
            let inputs = [x.name.as_str(), &names[1]];
            results.push(self.tensor("GatherElements", &inputs, vec![axis.clone()], x.element, x.dims));
        }
        Ok(results)
    }
}

/// True if a comparator sorts the first operand in descending order, false if in ascending; `None` for
/// others.
fn sorts_by_first(comparator: &Block) -> Option<bool> {
    let ([op], [a, b, ..]) = (&comparator.ops[..], &comparator.params[..]) else { return None };
    let OpKind::Compare { direction, .. } = op.kind else { return None };
    let descending = match direction {
        Direction::Gt => true,
        Direction::Lt => false,
        _ => return None,
    };
    match op.operands[..] {
        [x, y] if (x, y) == (*a, *b) => Some(descending),
        [x, y] if (x, y) == (*b, *a) => Some(!descending),
        _ => None,
    }
}
