//! Products of matrices of a few elements in a register program: the kernels' plans as instructions.

use kernels::{GemmOperand, GemmPlan, GemmSpec};
use stablehlo::ops::DotGeneral;
use stablehlo::{ElementType, TensorType};

use super::reductions::permuted;
use super::{Emitter, Refusal};
use crate::elementwise::register_program::{Value, is_contiguous};
use crate::ir::Node;
use crate::lower::contraction::kernel_element;

impl Emitter<'_> {
    pub(super) fn dot_general(&mut self, node: &Node, dot: &DotGeneral, ty: &TensorType) -> Result<Value, Refusal> {
        let [lhs, rhs] = [0, 1].map(|i| self.ty(node.operands[i]).element);
        // Registers hold other types in another form than the kernels read.
        let is_held = |element| matches!(element, ElementType::F32 | ElementType::F64);
        if ![lhs, rhs, ty.element].into_iter().all(is_held) {
            return Err(format!("it has a product of {lhs} and {rhs}"));
        }
        let [left, right] = [(0, &dot.lhs_batch, &dot.lhs_contracting), (1, &dot.rhs_batch, &dot.rhs_contracting)]
            .map(|(i, batch, contracting)| self.operand(node, i, batch, contracting));
        let (mut left, mut right) = (left?, right?);
        // The result for one column is that of the transposed product, which has one row.
        if right.rows == 1 {
            std::mem::swap(&mut left, &mut right);
        }
        let Matrices { batch, rows: m, length: k, .. } = left;
        let n = right.rows;
        let operand = |element, strides| -> Result<GemmOperand, Refusal> {
            Ok(GemmOperand { element: kernel_element(element).map_err(|e| e.to_string())?, strides })
        };
        // The kernels read rows of the right operand, and of the left one the order that the registers have.
        let takes_columns = is_contiguous(&left.columns_first) && !is_contiguous(&left.rows_first);
        let (lhs_value, lhs_strides) = match takes_columns {
            true => (&left.columns_first, [m * k, 1, m]),
            false => (&left.rows_first, [m * k, k, 1]),
        };
        let spec = GemmSpec {
            batch,
            m,
            n,
            k,
            lhs: operand(left.element, lhs_strides)?,
            rhs: operand(right.element, [k * n, n, 1])?,
            out: operand(ty.element, [m * n, n, 1])?,
            math_mode: self.lowering.math_mode([left.element, right.element], dot.precision),
            allow_reassociation: self.lowering.allow_reassociation(dot.precision),
        };
        let plan = GemmPlan::new(&spec, self.lowering.isa).map_err(|e| e.to_string())?;
        self.builder.gemm(plan, [lhs_value, &right.columns_first], ty.element).map_err(|e| e.to_string())
    }

    fn operand(&mut self, node: &Node, i: usize, batch: &[usize], contracting: &[usize]) -> Result<Matrices, Refusal> {
        let ty = self.ty(node.operands[i]).clone();
        let value = self.value(node.operands[i])?;
        let free: Vec<usize> = (0..ty.rank()).filter(|d| !batch.contains(d) && !contracting.contains(d)).collect();
        let size = |of: &[usize]| of.iter().map(|d| ty.dims[*d]).product::<usize>();
        Ok(Matrices {
            element: ty.element,
            batch: size(batch),
            rows: size(&free),
            length: size(contracting),
            rows_first: permuted(&value, &ty.dims, &[batch, &free, contracting].concat()),
            columns_first: permuted(&value, &ty.dims, &[batch, contracting, &free].concat()),
        })
    }
}

/// An operand of a product as matrices.
struct Matrices {
    element: ElementType,
    batch: usize,
    /// The elements of the free dimensions.
    rows: usize,
    /// The elements of the dimensions that are summed over.
    length: usize,
    /// The elements in the order batch, rows, sums.
    rows_first: Value,
    /// The elements in the order batch, sums, rows.
    columns_first: Value,
}
