//! Shape inference and type checks of one operation (spec: each operation's constraints).
//!
//! One file a group of operations. What needs more than the operation itself (dominance, callees, terminators) is
//! checked by the verifier.

mod contraction;
mod control;
mod data_movement;
mod elementwise;
mod indexing;
mod regions;
mod window;

use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Value};
use crate::types::TensorType;

/// The types of an operation's results, where operands and attributes tell them.
///
/// # Errors
/// A type error that names the operation and the types; [`Unsupported`](ErrorKind::Unsupported) for a kind whose
/// result type is its own attribute (`convert`, `reshape`, ...): give it with
/// [`push_typed`](crate::builder::FuncBuilder::push_typed).
pub fn result_types<'a>(
    kind: &OpKind,
    operands: &[&TensorType],
    regions: &[Block],
    ty: &dyn Fn(Value) -> &'a TensorType,
) -> Result<Vec<TensorType>> {
    let cx = OpContext { kind, operands, regions, ty };
    cx.check_common()?;
    let results = infer(&cx)?.ok_or_else(|| {
        Error::new(
            ErrorKind::Unsupported,
            format!("{}: operands do not tell the type of the result: give it, with push_typed", kind.name()),
        )
    })?;
    results.iter().try_for_each(|t| cx.check_size(t))?;
    Ok(results)
}

/// Checks the types of an operation's results, given or read.
///
/// # Errors
/// A type error that names the operation and the types.
pub fn check_types<'a>(
    kind: &OpKind,
    operands: &[&TensorType],
    regions: &[Block],
    ty: &dyn Fn(Value) -> &'a TensorType,
    results: &[TensorType],
) -> Result<()> {
    let cx = OpContext { kind, operands, regions, ty };
    cx.check_common()?;
    results.iter().try_for_each(|t| cx.check_size(t))?;
    match infer(&cx)? {
        None => check_stated(&cx, results),
        Some(inferred) => {
            let wider = matches!(kind, OpKind::DotGeneral(_) | OpKind::Convolution(_));
            let fits = |(i, r): (&TensorType, &TensorType)| {
                i == r || wider && i.dims == r.dims && contraction::can_accumulate_in(i.element, r.element)
            };
            if inferred.len() == results.len() && inferred.iter().zip(results).all(fits) {
                return Ok(());
            }
            Err(cx.error(format!("the result is of {}, not of {}", list(&inferred), list(results))))
        }
    }
}

/// Checks that a tensor of that type can be: its bytes, and its strides, fit in the address space.
///
/// # Errors
/// A type error that names the type.
pub fn check_size(ty: &TensorType) -> Result<()> {
    let bytes = ty.dims.iter().try_fold(ty.element.bytes(), |n, d| n.checked_mul((*d).max(1)));
    match bytes {
        Some(n) if n <= isize::MAX as usize => Ok(()),
        _ => Err(Error::type_error(format!("{ty} is larger than the address space"))),
    }
}

/// Types of the results, or none where the result's type is given rather than inferred.
fn infer(cx: &OpContext) -> Result<Option<Vec<TensorType>>> {
    let one = |t: Result<TensorType>| t.map(|t| Some(vec![t]));
    match cx.kind {
        OpKind::Convert
        | OpKind::BitcastConvert
        | OpKind::Iota { .. }
        | OpKind::BroadcastInDim { .. }
        | OpKind::Reshape
        | OpKind::RngBitGenerator { .. }
        | OpKind::Call { .. }
        | OpKind::CustomCall { .. } => Ok(None),
        OpKind::Unary(op) => one(elementwise::unary(cx, *op)),
        OpKind::Binary(_) => one(elementwise::binary(cx)),
        OpKind::Compare { compare_type, .. } => one(elementwise::compare(cx, *compare_type)),
        OpKind::Select => one(elementwise::select(cx)),
        OpKind::Clamp => one(elementwise::clamp(cx)),
        OpKind::ReducePrecision { exponent_bits, .. } => one(elementwise::reduce_precision(cx, *exponent_bits)),
        OpKind::Constant(literal) => one(cx.expect_operands::<0>().map(|_| literal.ty().clone())),
        OpKind::Transpose { permutation } => one(data_movement::transpose(cx, permutation)),
        OpKind::Reverse { dims } => one(data_movement::reverse(cx, dims)),
        OpKind::Slice { start, limit, stride } => one(data_movement::slice(cx, start, limit, stride)),
        OpKind::Pad { low, high, interior } => one(data_movement::pad(cx, low, high, interior)),
        OpKind::Concatenate { dimension } => one(data_movement::concatenate(cx, *dimension)),
        OpKind::DynamicSlice { sizes } => one(indexing::dynamic_slice(cx, sizes)),
        OpKind::DynamicUpdateSlice => one(indexing::dynamic_update_slice(cx)),
        OpKind::Gather(attrs) => one(indexing::gather(cx, attrs)),
        OpKind::Scatter(attrs) => indexing::scatter(cx, attrs).map(Some),
        OpKind::DotGeneral(attrs) => one(contraction::dot_general(cx, attrs)),
        OpKind::Convolution(attrs) => one(contraction::convolution(cx, attrs)),
        OpKind::Reduce { dims } => regions::reduce(cx, dims).map(Some),
        OpKind::Sort { dimension, .. } => regions::sort(cx, *dimension).map(Some),
        OpKind::AllReduce(attrs) => regions::all_reduce(cx, attrs).map(Some),
        OpKind::ReduceWindow { window } => window::reduce_window(cx, window).map(Some),
        OpKind::SelectAndScatter { window } => one(window::select_and_scatter(cx, window)),
        OpKind::OptimizationBarrier => Ok(Some(cx.operands.iter().map(|t| (*t).clone()).collect())),
        OpKind::While => control::while_loop(cx).map(Some),
        OpKind::If => control::if_else(cx).map(Some),
        OpKind::Case => control::case(cx).map(Some),
        OpKind::ReplicaId | OpKind::PartitionId => one(control::id(cx)),
    }
}

/// Checks the results of the kinds that `infer` leaves to be given.
fn check_stated(cx: &OpContext, results: &[TensorType]) -> Result<()> {
    let one = || match results {
        [result] => Ok(result),
        _ => Err(cx.error(format!("there is one result, not {}", results.len()))),
    };
    match cx.kind {
        OpKind::Convert => elementwise::convert(cx, one()?),
        OpKind::BitcastConvert => elementwise::bitcast_convert(cx, one()?),
        OpKind::Iota { dimension } => data_movement::iota(cx, *dimension, one()?),
        OpKind::BroadcastInDim { dims } => data_movement::broadcast_in_dim(cx, dims, one()?),
        OpKind::Reshape => data_movement::reshape(cx, one()?),
        OpKind::RngBitGenerator { algorithm } => control::rng_bit_generator(cx, *algorithm, results),
        // A call is checked against its callee by `verify`; what a custom call takes only its device knows.
        _ => Ok(()),
    }
}

/// The operation under check. Its methods name it, and its operands' types, in every error.
struct OpContext<'c, 'a> {
    kind: &'c OpKind,
    operands: &'c [&'c TensorType],
    regions: &'c [Block],
    ty: &'c dyn Fn(Value) -> &'a TensorType,
}

impl<'c> OpContext<'c, '_> {
    /// A type error about this operation: `what` says what was expected.
    fn error(&self, what: impl std::fmt::Display) -> Error {
        let name = self.kind.name();
        Error::type_error(match self.operands {
            [] => format!("{name}: {what}"),
            [one] => format!("{name}: the operand has type {one}, {what}"),
            more => format!("{name}: operands have types {}, {what}", list(more)),
        })
    }

    fn require(&self, holds: bool, what: impl FnOnce() -> String) -> Result<()> {
        if holds { Ok(()) } else { Err(self.error(what())) }
    }

    /// What is the same for all operations: how many regions there are, that every type can be, element types.
    fn check_common(&self) -> Result<()> {
        let def = self.kind.def();
        let variadic = matches!(self.kind, OpKind::Case);
        let regions = self.regions.len();
        self.require(regions == def.regions || variadic && regions >= def.regions, || {
            format!("it takes {} regions, not {regions}", def.regions)
        })?;
        self.operands.iter().try_for_each(|t| self.check_size(t))?;
        match self.operands.first() {
            Some(first) => {
                self.require(def.elements.contains(first.element), || format!("elements have to be {}", def.elements))
            }
            None => Ok(()),
        }
    }

    fn check_size(&self, ty: &TensorType) -> Result<()> {
        check_size(ty).map_err(|e| e.at(self.kind.name()))
    }

    /// The operands, exactly `N`.
    fn expect_operands<const N: usize>(&self) -> Result<[&'c TensorType; N]> {
        self.operands
            .try_into()
            .map_err(|_| self.error(format!("it takes {N} operand{}", if N == 1 { "" } else { "s" })))
    }

    /// The operands as two halves of equal length: inputs and initial values.
    fn inputs_and_inits(&self) -> Result<(&'c [&'c TensorType], &'c [&'c TensorType])> {
        let n = self.operands.len();
        self.require(n > 0 && n.is_multiple_of(2), || {
            "as many initial values as inputs are needed, one at least".into()
        })?;
        Ok(self.operands.split_at(n / 2))
    }

    /// All operands have the first one's type.
    fn expect_same_type(&self) -> Result<&'c TensorType> {
        let first = self.operands.first().copied().ok_or_else(|| self.error("operands are missing"))?;
        self.require(self.operands.iter().all(|t| *t == first), || "they have to be the same".into())?;
        Ok(first)
    }

    /// Dimensions that are all of a tensor of that rank, none twice.
    fn check_dims(&self, name: &str, dims: &[usize], rank: usize) -> Result<()> {
        for (i, d) in dims.iter().enumerate() {
            self.require(*d < rank, || format!("{name} = {dims:?} names dimension {d} of {rank}"))?;
            self.require(!dims[..i].contains(d), || format!("{name} = {dims:?} names dimension {d} twice"))?;
        }
        Ok(())
    }

    fn check_sorted(&self, name: &str, dims: &[usize]) -> Result<()> {
        self.require(dims.is_sorted(), || format!("{name} = {dims:?} has to be in rising order"))
    }

    /// The list has one entry a dimension.
    fn check_len(&self, name: &str, len: usize, rank: usize) -> Result<()> {
        self.require(len == rank, || format!("{name} has {len} entries, {rank} are needed"))
    }

    /// Region `index` takes and returns values of these types.
    fn check_region(&self, index: usize, params: &[TensorType], results: &[TensorType]) -> Result<()> {
        let Some(block) = self.regions.get(index) else {
            return Err(self.error(format!("region {} is missing", index + 1)));
        };
        let types = |values: &[Value]| values.iter().map(|v| (self.ty)(*v).clone()).collect::<Vec<_>>();
        let (takes, returns) = (types(&block.params), types(&block.results));
        self.require(takes == params && returns == results, || {
            format!(
                "region {} has to be ({}) -> ({}), it is ({}) -> ({})",
                index + 1,
                list(params),
                list(results),
                list(&takes),
                list(&returns)
            )
        })
    }
}

/// Types one after another, as a sentence has them.
fn list<T: std::fmt::Display>(types: &[T]) -> String {
    match types {
        [] => "nothing".into(),
        [a, b] => format!("{a} and {b}"),
        more => more.iter().map(T::to_string).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests;
