//! Reductions. Each element of a result is the reduction of the elements at a list of positions of the
//! sources:
//!
//! * `reduce`: the elements along the reduced dimensions.
//! * `reduce_window`: the elements of a window.
//! * `scatter`: the element of the input, and the updates of it.
//! * `select_and_scatter`: the source elements of the windows that selected it.
//! * `all_reduce`: the elements of the replicas of a group.

use std::rc::Rc;

use super::element::{Element, Number};
use super::elementwise::{convert, holds};
use super::index::{for_each_index, pick, position, remaining_dims};
use super::shared_literal::{SharedLiteral, scalar_at};
use crate::complex::Complex;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Binary, WindowDim};
use crate::program::Block;
use crate::types::{ElementType, TensorType};
use crate::with_native;

/// A position of padding: its element is the initial value.
const PADDING: usize = usize::MAX;

/// The initial values of a reduction.
#[derive(Clone, Copy)]
pub(super) enum InitialValues<'a> {
    /// The same scalars for every element of the results.
    Scalars(&'a [SharedLiteral]),
    /// The elements of these tensors, at the position of the result's element.
    Elements(&'a [SharedLiteral]),
    /// The elements at the first position of the list.
    FirstElement,
}

/// A reduction: element `i` of the results is the reduction of the sources' elements at `positions[i]`.
pub(super) struct Reduction<'a> {
    pub region: &'a Block,
    pub sources: Vec<SharedLiteral>,
    pub init: InitialValues<'a>,
    pub positions: &'a [Vec<usize>],
    /// The shape of the results.
    pub dims: &'a [usize],
    /// The element types of results and region, to which sources and initial values are converted first.
    pub elements: Vec<ElementType>,
}

/// Evaluates a region on scalars.
pub(super) type CallRegion<'a> = &'a mut dyn FnMut(&Block, &[SharedLiteral]) -> Result<Vec<SharedLiteral>>;

impl Reduction<'_> {
    pub(super) fn run(self, call: CallRegion) -> Result<Vec<SharedLiteral>> {
        let promote = |list: &[SharedLiteral]| -> Result<Vec<SharedLiteral>> {
            list.iter().zip(&self.elements).map(|(x, element)| convert(x, *element)).collect()
        };
        let sources = promote(&self.sources)?;
        let (scalars, starts) = match self.init {
            InitialValues::Scalars(list) => (promote(list)?, Vec::new()),
            InitialValues::Elements(list) => (Vec::new(), promote(list)?),
            InitialValues::FirstElement => (Vec::new(), Vec::new()),
        };
        if let (Some(op), [source]) = (self.region.as_binary(), &sources[..]) {
            return Ok(vec![self.run_binary(op, source, scalars.first(), starts.first())?]);
        }
        let mut results: Vec<Vec<u8>> = vec![Vec::new(); sources.len()];
        if let InitialValues::Scalars(_) = self.init {
            for list in self.positions {
                let element = |at: &usize| match *at {
                    PADDING => Ok(scalars.clone()),
                    at => sources.iter().map(|x| scalar_at(x, at)).collect::<Result<Vec<_>>>(),
                };
                let elements = list.iter().map(element);
                let leaves: Vec<_> = std::iter::once(Ok(scalars.clone())).chain(elements).collect::<Result<_>>()?;
                let combine = &mut |left: &Vec<_>, right: &Vec<_>| call(self.region, &[&left[..], right].concat());
                let result = in_blocks(leaves, combine)?;
                results.iter_mut().zip(&result).for_each(|(bytes, x)| bytes.extend_from_slice(x.bytes()));
            }
            return self.literals(results);
        }
        for (i, list) in self.positions.iter().enumerate() {
            let mut list = list.iter();
            let mut current: Vec<SharedLiteral> = match self.init {
                InitialValues::Scalars(_) => unreachable!("these are reduced in blocks"),
                InitialValues::Elements(_) => starts.iter().map(|x| scalar_at(x, i)).collect::<Result<_>>()?,
                InitialValues::FirstElement => {
                    let first = list.next().copied().unwrap_or_default();
                    sources.iter().map(|x| scalar_at(x, first)).collect::<Result<_>>()?
                }
            };
            for at in list {
                for x in &sources {
                    current.push(scalar_at(x, *at)?);
                }
                current = call(self.region, &current)?;
            }
            for (bytes, x) in results.iter_mut().zip(current) {
                bytes.extend_from_slice(x.bytes());
            }
        }
        self.literals(results)
    }

    /// The results, of the bytes of their elements.
    fn literals(&self, results: Vec<Vec<u8>>) -> Result<Vec<SharedLiteral>> {
        let types = self.elements.iter().map(|e| TensorType::new(*e, self.dims));
        results.into_iter().zip(types).map(|(bytes, ty)| Ok(Rc::new(Literal::from_bytes(ty, bytes)?))).collect()
    }

    /// The reduction of one source by one element-wise operation. Sums and products of floats are rounded
    /// once.
    fn run_binary(
        &self,
        op: Binary,
        source: &SharedLiteral,
        scalar: Option<&SharedLiteral>,
        starts: Option<&SharedLiteral>,
    ) -> Result<SharedLiteral> {
        with_native!(self.elements[0], T => {
            let values = source.to_vec::<T>()?;
            let scalar = scalar.map(|x| x.to_vec::<T>()).transpose()?.and_then(|v| v.first().copied());
            let starts = starts.map(|x| x.to_vec::<T>()).transpose()?;
            let items = |i: usize| {
                let start = starts.as_ref().map(|s| s[i]).or(scalar);
                let values = &values;
                let at = move |at: &usize| if *at == PADDING { scalar.unwrap_or_else(|| values[0]) } else { values[*at] };
                start.into_iter().chain(self.positions[i].iter().map(at))
            };
            let exact: Option<fn(f64, f64) -> f64> = match op {
                Binary::Add if self.elements[0].is_float() => Some(|x, y| x + y),
                Binary::Multiply if self.elements[0].is_float() => Some(|x, y| x * y),
                _ => None,
            };
            let exact_complex: Option<fn(Complex<f64>, Complex<f64>) -> Complex<f64>> = match op {
                Binary::Add if self.elements[0].is_complex() => Some(|x, y| x + y),
                Binary::Multiply if self.elements[0].is_complex() => Some(|x, y| x * y),
                _ => None,
            };
            let widened = |x: T| match x.number() {
                Number::Complex(z) => z,
                _ => Complex::default(),
            };
            let reduced: Vec<T> = if let Some(f) = exact_complex {
                let sum = |i| Number::Complex(all(items(i).map(widened).collect(), f));
                (0..self.positions.len()).map(|i| <T as Element>::from_number(sum(i))).collect()
            } else if let Some(f) = exact {
                let sum = |i| all(items(i).map(crate::literal::NativeType::to_f64).collect(), f);
                (0..self.positions.len()).map(|i| <T as Element>::from_number(Number::Float(sum(i)))).collect()
            } else {
                let f = <T as Element>::binary(op).ok_or_else(|| {
                    crate::error::Error::type_error(format!("{} does not take elements of {}", op.name(), self.elements[0]))
                })?;
                let none = || <T as Element>::from_number(Number::Int(0));
                (0..self.positions.len()).map(|i| items(i).reduce(&f).unwrap_or_else(none)).collect()
            };
            Rc::new(Literal::from_vec(self.dims, reduced)?)
        })
    }
}

/// The reduction of numbers, of which there is at least one.
fn all<T: Copy + Default>(numbers: Vec<T>, f: impl Fn(T, T) -> T) -> T {
    in_blocks(numbers, &mut |x, y| Ok(f(*x, *y))).unwrap_or_default()
}

/// Elements that are combined one by one.
const BLOCK: usize = 32;

/// Combines blocks of elements one by one, then the results of the blocks, until one is left: the order of a
/// `reduce` is the implementation's own, and this one rounds little.
fn in_blocks<T>(mut elements: Vec<T>, combine: &mut impl FnMut(&T, &T) -> Result<T>) -> Result<T> {
    while elements.len() > 1 {
        let mut results: Vec<T> = Vec::with_capacity(elements.len().div_ceil(BLOCK));
        for (i, element) in elements.into_iter().enumerate() {
            match results.last_mut() {
                Some(last) if i % BLOCK > 0 => *last = combine(last, &element)?,
                _ => results.push(element),
            }
        }
        elements = results;
    }
    elements.pop().ok_or_else(|| crate::error::Error::type_error("a reduction of nothing".to_string()))
}

/// The positions that `reduce` over `dims` reduces, for each element of its result.
pub(super) fn reduce_positions(operand: &TensorType, dims: &[usize]) -> Vec<Vec<usize>> {
    let remaining = remaining_dims(operand.rank(), &[dims]);
    let result = TensorType::new(operand.element, pick(&operand.dims, &remaining));
    let strides = result.strides();
    let mut positions = vec![Vec::new(); result.num_elements()];
    let mut at = 0;
    for_each_index(&operand.dims, |index| {
        positions[position(&pick(index, &remaining), &strides)].push(at);
        at += 1;
    });
    positions
}

/// The positions that each window covers; [`PADDING`] for padding and for the gaps of a dilation.
pub(super) fn window_positions(operand: &TensorType, result: &[usize], window: &[WindowDim]) -> Vec<Vec<usize>> {
    let sizes: Vec<usize> = window.iter().map(|w| w.size).collect();
    let strides = operand.strides();
    let mut positions = Vec::with_capacity(result.iter().product());
    for_each_index(result, |index| {
        let mut list = Vec::new();
        for_each_index(&sizes, |k| {
            let mut at = 0;
            for (d, w) in window.iter().enumerate() {
                let dilated = (index[d] * w.stride + k[d] * w.window_dilation) as i64 - w.pad_low;
                let dilation = w.base_dilation as i64;
                let i = dilated.div_euclid(dilation);
                if dilated.rem_euclid(dilation) != 0 || i < 0 || i >= operand.dims[d] as i64 {
                    at = PADDING;
                    break;
                }
                at += i as usize * strides[d];
            }
            list.push(at);
        });
        positions.push(list);
    });
    positions
}

/// The positions of the source that `select_and_scatter` reduces at each element of the operand. Each window
/// selects one element: the first that the region `select` prefers to all that follow it. Padding is never
/// selected.
pub(super) fn selected_positions(
    operand: &Literal,
    source: &[usize],
    window: &[WindowDim],
    select: &Block,
    call: CallRegion,
) -> Result<Vec<Vec<usize>>> {
    let mut positions = vec![Vec::new(); operand.ty().num_elements()];
    let values = match select.as_comparison() {
        // A comparison of floats, or of integers narrower than 64 bits, is the same in f64.
        Some(direction) if operand.ty().element.bytes() < 8 || operand.ty().element.is_float() => {
            Some((direction, operand.to_f64_vec()?))
        }
        _ => None,
    };
    for (i, list) in window_positions(operand.ty(), source, window).into_iter().enumerate() {
        let mut chosen = None;
        for at in list.into_iter().filter(|at| *at != PADDING) {
            let keep_chosen = match (chosen, &values) {
                (None, _) => false,
                (Some(chosen), Some((direction, values))) => {
                    holds(*direction, f64::partial_cmp(&values[chosen], &values[at]))
                }
                (Some(chosen), None) => {
                    call(select, &[scalar_at(operand, chosen)?, scalar_at(operand, at)?])?[0].to_vec::<bool>()?[0]
                }
            };
            if !keep_chosen {
                chosen = Some(at);
            }
        }
        if let Some(at) = chosen {
            positions[at].push(i);
        }
    }
    Ok(positions)
}
