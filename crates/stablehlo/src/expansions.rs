//! Operations that others define: the readers expand each to the operations of the table when they read it.
//!
//! Operations on shapes that are values are expanded if the shapes are constants of the program, and refused
//! otherwise: all shapes are static.

use crate::attributes::{Attr, Attrs};
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::{Binary, Collective, DotGeneral, Gather, OpKind, RngAlgorithm};
use crate::program::{Block, Op, Value};
use crate::types::{ElementType, TensorType};

/// An operation to expand.
pub(crate) struct Expansion<'a> {
    pub operands: &'a [Value],
    pub attrs: &'a Attrs,
    pub regions: &'a [Block],
    /// The stated types of the results.
    pub results: &'a [TensorType],
}

type Expand = fn(&mut FuncBuilder, &Expansion) -> Result<Vec<Value>>;

/// The operations that are expanded, by their names without the dialect.
const EXPANSIONS: &[(&str, Expand)] = &[
    ("batch_norm_grad", batch_norm_grad),
    ("batch_norm_inference", batch_norm_inference),
    ("batch_norm_training", batch_norm_training),
    ("broadcast", broadcast),
    ("cross-replica-sum", cross_replica_sum),
    ("dot", dot),
    ("dynamic_broadcast_in_dim", dynamic_broadcast_in_dim),
    ("dynamic_iota", dynamic_iota),
    ("dynamic_pad", dynamic_pad),
    ("dynamic_reshape", dynamic_reshape),
    ("einsum", einsum),
    ("get_dimension_size", get_dimension_size),
    ("map", map),
    ("real_dynamic_slice", real_dynamic_slice),
    ("rng", rng),
    ("set_dimension_size", set_dimension_size),
    ("torch_index_select", torch_index_select),
    ("unary_einsum", einsum),
];

/// Returns true if the operation with that full name is expanded.
pub(crate) fn is_expanded(name: &str) -> bool {
    find(name).is_some()
}

fn find(name: &str) -> Option<Expand> {
    let mnemonic = name.strip_prefix("stablehlo.")?;
    EXPANSIONS.iter().find(|(n, _)| *n == mnemonic).map(|(_, expand)| *expand)
}

/// Builds the expansion of an operation, and returns its results.
///
/// # Errors
/// A type error if the operation is malformed; [`ErrorKind::Unsupported`] if a shape is not constant.
pub(crate) fn expand(b: &mut FuncBuilder, name: &str, op: &Expansion) -> Result<Vec<Value>> {
    let expand = find(name).ok_or_else(|| Error::new(ErrorKind::Unsupported, format!("{name} is not expanded")))?;
    let values = expand(b, op).map_err(|e| e.at(name))?;
    let types: Vec<TensorType> = values.iter().map(|v| b.ty(*v).clone()).collect();
    if types == op.results {
        return Ok(values);
    }
    let list = |types: &[TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Err(Error::type_error(format!("{name}: the results have types ({}), not ({})", list(&types), list(op.results))))
}

impl Expansion<'_> {
    fn operands<const N: usize>(&self) -> Result<[Value; N]> {
        let message = || format!("it takes {N} operands, not {}", self.operands.len());
        self.operands.try_into().map_err(|_| Error::type_error(message()))
    }

    fn size(&self, names: &[&str]) -> Result<usize> {
        self.attrs.size(names)?.ok_or_else(|| missing(names[0]))
    }

    fn sizes(&self, names: &[&str]) -> Result<Vec<usize>> {
        self.attrs.sizes(names)?.ok_or_else(|| missing(names[0]))
    }

    fn result(&self) -> Result<&TensorType> {
        self.results.first().ok_or_else(|| Error::type_error("it has one result"))
    }
}

fn missing(name: &str) -> Error {
    Error::new(ErrorKind::Syntax, format!("attribute '{name}' is missing"))
}

/// The constant that a value is.
fn constant(b: &FuncBuilder, value: Value) -> Result<Vec<i64>> {
    let blocks = b.enclosing_blocks().iter().chain([b.block()]);
    let defines = |op: &&Op| op.results.contains(&value);
    let literal = match blocks.flat_map(|block| &block.ops).find(defines).map(|op| &op.kind) {
        Some(OpKind::Constant(literal)) => Some(literal),
        _ => None,
    };
    let numbers = literal.and_then(|literal: &Literal| literal.to_f64_vec().ok());
    numbers.map(|numbers| numbers.into_iter().map(|x| x as i64).collect()).ok_or_else(|| {
        let message = "dynamic shapes are refused: the shape or the indices have to be a constant";
        Error::new(ErrorKind::Unsupported, message)
    })
}

fn constant_sizes(b: &FuncBuilder, value: Value) -> Result<Vec<usize>> {
    let negative = || Error::type_error("a size or an index is negative");
    constant(b, value)?.into_iter().map(|n| usize::try_from(n).map_err(|_| negative())).collect()
}

fn broadcast(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x] = op.operands()?;
    let shape = [op.sizes(&["broadcast_sizes", "sizes"])?, b.dims(x).to_vec()].concat();
    let dims: Vec<usize> = (shape.len() - b.dims(x).len()..shape.len()).collect();
    Ok(vec![b.broadcast_in_dim(x, &dims, &shape)?])
}

fn dynamic_broadcast_in_dim(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, _] = op.operands()?;
    let dims = op.sizes(&["broadcast_dimensions", "dims"])?;
    Ok(vec![b.broadcast_in_dim(x, &dims, &op.result()?.dims)?])
}

fn dynamic_iota(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    Ok(vec![b.iota(op.result()?.clone(), op.size(&["iota_dimension", "dim"])?)?])
}

fn dynamic_reshape(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, _] = op.operands()?;
    Ok(vec![b.reshape(x, &op.result()?.dims)?])
}

fn dynamic_pad(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, padding, low, high, interior] = op.operands()?;
    let kind = OpKind::Pad { low: constant(b, low)?, high: constant(b, high)?, interior: constant_sizes(b, interior)? };
    b.push(kind, &[x, padding], Vec::new())
}

fn real_dynamic_slice(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, start, limit, stride] = op.operands()?;
    let (start, limit, stride) = (constant_sizes(b, start)?, constant_sizes(b, limit)?, constant_sizes(b, stride)?);
    Ok(vec![b.slice(x, &start, &limit, &stride)?])
}

fn get_dimension_size(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x] = op.operands()?;
    let dimension = op.size(&["dimension", "dim"])?;
    let size = b.dims(x).get(dimension).copied();
    let size = size.and_then(|n| i32::try_from(n).ok());
    let size = size.ok_or_else(|| Error::type_error(format!("{} has no dimension {dimension}", b.ty(x))))?;
    Ok(vec![b.scalar(size)?])
}

fn set_dimension_size(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, size] = op.operands()?;
    let full = b.dims(x).get(op.size(&["dimension", "dim"])?).copied();
    if constant_sizes(b, size)?.first().copied() == full {
        return Ok(vec![x]);
    }
    Err(Error::new(ErrorKind::Unsupported, "dynamic shapes are refused: the size has to be that of the operand"))
}

fn cross_replica_sum(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x] = op.operands()?;
    let groups = match op.attrs.get(&["replica_groups"]) {
        Some(Attr::Dense(literal)) => {
            let width = literal.ty().dims.last().copied().unwrap_or(1).max(1);
            let ids = op.attrs.ints(&["replica_groups"])?.unwrap_or_default();
            ids.chunks(width).map(<[i64]>::to_vec).collect()
        }
        _ => Vec::new(),
    };
    let region = b.scalar_region(Binary::Add, b.ty(x).element)?;
    b.push(OpKind::AllReduce(Collective { replica_groups: groups, ..Collective::default() }), &[x], vec![region])
}

fn dot(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, y] = op.operands()?;
    let last = b.dims(x).len().checked_sub(1).ok_or_else(|| Error::type_error("operands have to be arrays"))?;
    let kind = DotGeneral { lhs_contracting: vec![last], rhs_contracting: vec![0], ..DotGeneral::default() };
    b.push_typed(OpKind::DotGeneral(kind), &[x, y], Vec::new(), op.results.to_vec())
}

/// The region, with its operations on scalars applied to whole arrays.
fn map(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [region] = op.regions else { return Err(Error::type_error("it has one region")) };
    let dims = op.operands.first().map(|v| b.dims(*v).to_vec()).unwrap_or_default();
    if op.operands.len() != region.params.len() || op.operands.iter().any(|v| b.dims(*v) != dims) {
        return Err(Error::type_error("operands have to be of one shape, one for each parameter of the region"));
    }
    let mut lifted: Vec<(Value, Value)> = region.params.iter().copied().zip(op.operands.iter().copied()).collect();
    let lift =
        |b: &mut FuncBuilder, lifted: &[(Value, Value)], v: &Value| match lifted.iter().find(|(from, _)| from == v) {
            Some((_, to)) => Ok(*to),
            None if dims.is_empty() => Ok(*v),
            None => b.broadcast_in_dim(*v, &[], &dims),
        };
    for inner in &region.ops {
        let operands = inner.operands.iter().map(|v| lift(b, &lifted, v)).collect::<Result<Vec<_>>>()?;
        let is_elementwise = matches!(
            inner.kind.def().group,
            crate::ops::Group::Unary | crate::ops::Group::Binary | crate::ops::Group::Elementwise
        );
        let scalars: Vec<TensorType> = inner.results.iter().map(|v| b.ty(*v).clone()).collect();
        let results = match &inner.kind {
            OpKind::Constant(literal) => {
                let scalar = b.constant(literal.clone())?;
                vec![if dims.is_empty() { scalar } else { b.broadcast_in_dim(scalar, &[], &dims)? }]
            }
            kind if is_elementwise => {
                let types = scalars.iter().map(|t| TensorType::new(t.element, dims.clone())).collect();
                b.push_typed(kind.clone(), &operands, Vec::new(), types)?
            }
            kind => {
                let message = format!("its region may contain only element-wise operations, not {}", kind.name());
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
        };
        lifted.extend(inner.results.iter().copied().zip(results));
    }
    region.results.iter().map(|v| lift(b, &lifted, v)).collect()
}

fn torch_index_select(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, index] = op.operands()?;
    let (dim, batch) = (op.size(&["dim"])?, op.attrs.size(&["batch_dims"])?.unwrap_or(0));
    let (x_dims, index_rank) = (b.dims(x).to_vec(), b.dims(index).len());
    if dim >= x_dims.len() || batch > dim || batch > index_rank {
        return Err(Error::type_error(format!("dim = {dim} and batch_dims = {batch} do not fit the operands")));
    }
    // The result has the operand's dimensions, with those of the index that are no batch in place of `dim`.
    let inserted = index_rank - batch;
    let before: Vec<usize> = (batch..dim).collect();
    let after: Vec<usize> = (dim + inserted..x_dims.len() - 1 + inserted).collect();
    let mut slice_sizes = x_dims;
    slice_sizes[dim] = 1;
    slice_sizes[..batch].fill(1);
    let gather = Gather {
        offset_dims: [before, after].concat(),
        collapsed_slice_dims: vec![dim],
        operand_batching_dims: (0..batch).collect(),
        start_indices_batching_dims: (0..batch).collect(),
        start_index_map: vec![dim],
        index_vector_dim: index_rank,
        slice_sizes,
        indices_are_sorted: false,
    };
    b.push(OpKind::Gather(gather), &[x, index], Vec::new())
}

/// `einsum` of two operands, and `unary_einsum`: letters name dimensions.
fn einsum(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let config = op.attrs.word(&["einsum_config", "config"])?.ok_or_else(|| missing("einsum_config"))?;
    let malformed = || Error::type_error(format!("einsum_config {config:?} does not fit the operands"));
    let (inputs, output) = config.split_once("->").ok_or_else(malformed)?;
    let output: Vec<char> = output.trim().chars().collect();
    let names: Vec<Vec<char>> = inputs.split(',').map(|list| list.trim().chars().collect()).collect();
    let fits = |(names, v): (&Vec<char>, &Value)| {
        names.len() == b.dims(*v).len()
            && names.iter().enumerate().all(|(i, n)| n.is_alphabetic() && !names[..i].contains(n))
    };
    if names.len() != op.operands.len() || !names.iter().zip(op.operands).all(fits) {
        return Err(malformed());
    }
    // A dimension that one operand alone has, and the result has not, is summed.
    let mut summed = Vec::new();
    for (i, (list, value)) in names.iter().zip(op.operands).enumerate() {
        let elsewhere = |n: &char| output.contains(n) || names.iter().enumerate().any(|(j, l)| j != i && l.contains(n));
        let dims: Vec<usize> = (0..list.len()).filter(|d| !elsewhere(&list[*d])).collect();
        let value = if dims.is_empty() { *value } else { b.sum(*value, &dims)? };
        summed.push((value, list.iter().copied().filter(elsewhere).collect::<Vec<char>>()));
    }
    let (value, order) = match &summed[..] {
        [one] => one.clone(),
        [(x, left), (y, right)] => {
            let at = |list: &[char], n: &char| list.iter().position(|m| m == n);
            let shared: Vec<char> = left.iter().copied().filter(|n| right.contains(n)).collect();
            let (batch, contracted): (Vec<char>, Vec<char>) = shared.iter().partition(|n| output.contains(n));
            let of = |list: &[char], names: &[char]| names.iter().filter_map(|n| at(list, n)).collect::<Vec<_>>();
            let kind = DotGeneral {
                lhs_batch: of(left, &batch),
                rhs_batch: of(right, &batch),
                lhs_contracting: of(left, &contracted),
                rhs_contracting: of(right, &contracted),
                ..DotGeneral::default()
            };
            let value = b.push(OpKind::DotGeneral(kind), &[*x, *y], Vec::new())?[0];
            let free = |list: &[char]| list.iter().copied().filter(|n| !shared.contains(n)).collect::<Vec<_>>();
            (value, [batch, free(left), free(right)].concat())
        }
        _ => return Err(malformed()),
    };
    let permutation: Option<Vec<usize>> = output.iter().map(|n| order.iter().position(|m| m == n)).collect();
    let permutation = permutation.filter(|p| p.len() == order.len()).ok_or_else(malformed)?;
    Ok(vec![if permutation.is_sorted() { value } else { b.transpose(value, &permutation)? }])
}

/// `rng`: random numbers between the first two operands (UNIFORM), or of that mean and deviation (NORMAL).
///
/// The bits are those of Philox from a state that is the number of values of the function before: equal
/// programs compute equal numbers on every run and every replica, and two operations different ones.
fn rng(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [first, second, _] = op.operands()?;
    let ty = op.result()?.clone();
    let is_normal = match op.attrs.word(&["rng_distribution", "distribution"])? {
        Some("NORMAL") => true,
        Some("UNIFORM") => false,
        _ => return Err(missing("rng_distribution")),
    };
    let seed = b.num_values() as u64;
    let state = b.constant(Literal::from_vec([2], [seed, 0])?)?;
    if !ty.element.is_float() {
        let bits = ty.with_element(if ty.element.bits() == 64 { ElementType::Ui64 } else { ElementType::Ui32 });
        let (_, bits) = b.rng_bits(RngAlgorithm::Philox, state, bits)?;
        let (first, second) = (b.broadcast_in_dim(first, &[], &ty.dims)?, b.broadcast_in_dim(second, &[], &ty.dims)?);
        if ty.element.is_bool() || is_normal {
            return Err(Error::new(ErrorKind::Unsupported, format!("random numbers of {ty} are not supported")));
        }
        let range = b.subtract(second, first)?;
        let wide = b.ty(bits).element;
        let range = b.convert(range, wide)?;
        let offset = b.remainder(bits, range)?;
        let offset = b.convert(offset, ty.element)?;
        return Ok(vec![b.add(first, offset)?]);
    }
    // The upper 23 (of f64: 52) bits, and a half: numbers between 0 and 1, both excluded.
    let (bits, kept, float) = match ty.element {
        ElementType::F64 => (ElementType::Ui64, 52, ElementType::F64),
        _ => (ElementType::Ui32, 23, ElementType::F32),
    };
    let (_, random) = b.rng_bits(RngAlgorithm::Philox, state, ty.with_element(bits))?;
    let by = b.full_like(random, (bits.bits() - kept) as f64)?;
    let random = b.shift_right_logical(random, by)?;
    let random = b.convert(random, float)?;
    let (half, unit) = (b.full_like(random, 0.5)?, b.full_like(random, 0.5f64.powi(kept as i32))?);
    let random = b.add(random, half)?;
    let random = b.multiply(random, unit)?;
    let mut scalars = Vec::new();
    for value in [first, second] {
        let value = b.convert(value, float)?;
        scalars.push(b.broadcast_in_dim(value, &[], &ty.dims)?);
    }
    let (first, second) = (scalars[0], scalars[1]);
    let y = if is_normal {
        let (one, root) = (b.full_like(random, 1.0)?, b.full_like(random, std::f64::consts::SQRT_2)?);
        let twice = b.add(random, random)?;
        let centered = b.subtract(twice, one)?;
        let normal = b.erf_inv(centered)?;
        let scaled = b.multiply(normal, root)?;
        let scaled = b.multiply(scaled, second)?;
        b.add(scaled, first)?
    } else {
        let range = b.subtract(second, first)?;
        let offset = b.multiply(random, range)?;
        b.add(first, offset)?
    };
    Ok(vec![b.convert(y, ty.element)?])
}

/// The common part of the three batch normalizations: the number of the feature dimension, and epsilon.
struct BatchNorm {
    feature: usize,
    epsilon: f64,
    /// All other dimensions.
    others: Vec<usize>,
    dims: Vec<usize>,
}

impl BatchNorm {
    fn new(b: &FuncBuilder, op: &Expansion) -> Result<Self> {
        let dims = op.operands.first().map(|v| b.dims(*v).to_vec()).unwrap_or_default();
        let feature = op.size(&["feature_index"])?;
        if feature >= dims.len() {
            return Err(Error::type_error(format!("feature_index {feature} is no dimension of the operand")));
        }
        let epsilon = match op.attrs.get(&["epsilon"]) {
            Some(Attr::Float(x)) => *x,
            _ => return Err(missing("epsilon")),
        };
        Ok(Self { feature, epsilon, others: (0..dims.len()).filter(|d| *d != feature).collect(), dims })
    }

    /// A value per feature, for each element.
    fn spread(&self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        b.broadcast_in_dim(x, &[self.feature], &self.dims)
    }

    fn mean(&self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        let count: usize = self.others.iter().map(|d| self.dims[*d]).product();
        let sum = b.sum(x, &self.others)?;
        let count = b.full_like(sum, count as f64)?;
        b.divide(sum, count)
    }

    /// Mean and variance of each feature.
    fn moments(&self, b: &mut FuncBuilder, x: Value) -> Result<(Value, Value)> {
        let mean = self.mean(b, x)?;
        let spread = self.spread(b, mean)?;
        let centered = b.subtract(x, spread)?;
        let square = b.multiply(centered, centered)?;
        Ok((mean, self.mean(b, square)?))
    }

    /// The centered operand, and for each feature 1 by the deviation.
    fn normalized(&self, b: &mut FuncBuilder, x: Value, mean: Value, variance: Value) -> Result<(Value, Value)> {
        let mean = self.spread(b, mean)?;
        let centered = b.subtract(x, mean)?;
        let epsilon = b.full_like(variance, self.epsilon)?;
        let sum = b.add(variance, epsilon)?;
        let deviation = b.sqrt(sum)?;
        let one = b.full_like(deviation, 1.0)?;
        Ok((centered, b.divide(one, deviation)?))
    }

    fn apply(&self, b: &mut FuncBuilder, x: Value, [scale, offset, mean, variance]: [Value; 4]) -> Result<Value> {
        let (centered, reciprocal) = self.normalized(b, x, mean, variance)?;
        let factor = b.multiply(reciprocal, scale)?;
        let (factor, offset) = (self.spread(b, factor)?, self.spread(b, offset)?);
        let scaled = b.multiply(centered, factor)?;
        b.add(scaled, offset)
    }
}

fn batch_norm_inference(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, scale, offset, mean, variance] = op.operands()?;
    let norm = BatchNorm::new(b, op)?;
    Ok(vec![norm.apply(b, x, [scale, offset, mean, variance])?])
}

fn batch_norm_training(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, scale, offset] = op.operands()?;
    let norm = BatchNorm::new(b, op)?;
    let (mean, variance) = norm.moments(b, x)?;
    Ok(vec![norm.apply(b, x, [scale, offset, mean, variance])?, mean, variance])
}

fn batch_norm_grad(b: &mut FuncBuilder, op: &Expansion) -> Result<Vec<Value>> {
    let [x, scale, mean, variance, grad] = op.operands()?;
    let norm = BatchNorm::new(b, op)?;
    let (centered, reciprocal) = norm.normalized(b, x, mean, variance)?;
    let spread = norm.spread(b, reciprocal)?;
    let normal = b.multiply(centered, spread)?;
    let product = b.multiply(grad, normal)?;
    let (grad_scale, grad_offset) = (b.sum(product, &norm.others)?, b.sum(grad, &norm.others)?);
    // scale / deviation * (grad - mean of grad - normal * mean of grad * normal)
    let (mean_grad, mean_product) = (norm.mean(b, grad)?, norm.mean(b, product)?);
    let (mean_grad, mean_product) = (norm.spread(b, mean_grad)?, norm.spread(b, mean_product)?);
    let along = b.multiply(normal, mean_product)?;
    let centered_grad = b.subtract(grad, mean_grad)?;
    let inner = b.subtract(centered_grad, along)?;
    let factor = b.multiply(scale, reciprocal)?;
    let factor = norm.spread(b, factor)?;
    Ok(vec![b.multiply(inner, factor)?, grad_scale, grad_offset])
}
