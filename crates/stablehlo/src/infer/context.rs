//! The operation under check, and the checks that many operations share.

use crate::error::{Error, Result};
use crate::ops::OpKind;
use crate::program::{Block, Value};
use crate::types::TensorType;

/// Checks that the bytes and strides of a tensor type fit in the address space.
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

/// The operation under check. Its errors name it, and the types of its operands.
pub(super) struct OpContext<'c, 'a> {
    pub kind: &'c OpKind,
    pub operands: &'c [&'c TensorType],
    pub regions: &'c [Block],
    pub ty: &'c dyn Fn(Value) -> &'a TensorType,
}

impl<'c> OpContext<'c, '_> {
    /// A type error of this operation; `what` states the expectation.
    pub fn error(&self, what: impl std::fmt::Display) -> Error {
        let name = self.kind.name();
        Error::type_error(match self.operands {
            [] => format!("{name}: {what}"),
            [one] => format!("{name}: the operand has type {one}, {what}"),
            more => format!("{name}: operands have types {}, {what}", list(more)),
        })
    }

    /// Returns an error that states `what` if the condition does not hold.
    pub fn require(&self, condition: bool, what: impl FnOnce() -> String) -> Result<()> {
        if condition { Ok(()) } else { Err(self.error(what())) }
    }

    /// The checks that all operations share: the number of regions, sizes of types, element types.
    pub fn check_common(&self) -> Result<()> {
        let def = self.kind.def();
        let variadic = matches!(self.kind, OpKind::Case);
        let regions = self.regions.len();
        self.require(regions == def.regions || variadic && regions >= def.regions, || {
            format!("it has {} regions, not {regions}", def.regions)
        })?;
        self.operands.iter().try_for_each(|t| self.check_size(t))?;
        match self.operands.first() {
            Some(first) => {
                self.require(def.elements.contains(first.element), || format!("elements have to be {}", def.elements))
            }
            None => Ok(()),
        }
    }

    /// Checks the size of a type.
    pub fn check_size(&self, ty: &TensorType) -> Result<()> {
        check_size(ty).map_err(|e| e.at(self.kind.name()))
    }

    /// The operands, of which there have to be `N`.
    pub fn expect_operands<const N: usize>(&self) -> Result<[&'c TensorType; N]> {
        self.operands
            .try_into()
            .map_err(|_| self.error(format!("it takes {N} operand{}", if N == 1 { "" } else { "s" })))
    }

    /// The operands as inputs and initial values, of which there have to be equally many.
    pub fn inputs_and_inits(&self) -> Result<(&'c [&'c TensorType], &'c [&'c TensorType])> {
        let n = self.operands.len();
        self.require(n > 0 && n.is_multiple_of(2), || {
            "as many initial values as inputs are needed, at least one".into()
        })?;
        Ok(self.operands.split_at(n / 2))
    }

    /// The type of the operands, which has to be the same for all.
    pub fn expect_same_type(&self) -> Result<&'c TensorType> {
        let first = self.operands.first().copied().ok_or_else(|| self.error("operands are missing"))?;
        self.require(self.operands.iter().all(|t| *t == first), || "they have to be the same".into())?;
        Ok(first)
    }

    /// Checks that the dimensions are those of a tensor of rank `rank`, and are distinct.
    pub fn check_dims(&self, name: &str, dims: &[usize], rank: usize) -> Result<()> {
        for (i, d) in dims.iter().enumerate() {
            self.require(*d < rank, || format!("{name} = {dims:?} names dimension {d}, but the rank is {rank}"))?;
            self.require(!dims[..i].contains(d), || format!("{name} = {dims:?} names dimension {d} twice"))?;
        }
        Ok(())
    }

    /// Checks that the dimensions are in ascending order.
    pub fn check_sorted(&self, name: &str, dims: &[usize]) -> Result<()> {
        self.require(dims.is_sorted(), || format!("{name} = {dims:?} has to be in ascending order"))
    }

    /// Checks that a list has one entry per dimension.
    pub fn check_len(&self, name: &str, len: usize, rank: usize) -> Result<()> {
        self.require(len == rank, || format!("{name} has {len} entries, {rank} are needed"))
    }

    /// Checks that region `index` has parameters and results of these types.
    pub fn check_region(&self, index: usize, params: &[TensorType], results: &[TensorType]) -> Result<()> {
        let Some(block) = self.regions.get(index) else {
            return Err(self.error(format!("region {} is missing", index + 1)));
        };
        let types = |values: &[Value]| values.iter().map(|v| (self.ty)(*v).clone()).collect::<Vec<_>>();
        let (block_params, block_results) = (types(&block.params), types(&block.results));
        self.require(block_params == params && block_results == results, || {
            format!(
                "region {} has to be ({}) -> ({}), it is ({}) -> ({})",
                index + 1,
                list(params),
                list(results),
                list(&block_params),
                list(&block_results)
            )
        })
    }
}

/// The types as a list in a sentence.
pub(super) fn list<T: std::fmt::Display>(types: &[T]) -> String {
    match types {
        [] => "nothing".into(),
        [a, b] => format!("{a} and {b}"),
        more => more.iter().map(T::to_string).collect::<Vec<_>>().join(", "),
    }
}
