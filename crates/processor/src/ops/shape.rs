//! Operations that move elements: dynamic slices, pads, concatenations.

use stablehlo::{ElementType, TensorType};

use super::copy::CopyPlan;
use super::{clamp_start, integer, strides};
use crate::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `dynamic_slice` and `dynamic_update_slice`: a box at a place known when it runs.
#[derive(Debug)]
pub(crate) struct DynamicSlice {
    dims: Vec<usize>,
    sizes: Vec<usize>,
    strides: Vec<isize>,
    bytes: usize,
    index: ElementType,
    plan: CopyPlan,
    /// Whether the box is written rather than read.
    update: bool,
}

impl DynamicSlice {
    pub(crate) fn new(whole: &TensorType, part: &TensorType, index: ElementType, update: bool) -> Self {
        let (big, small) = (strides(whole), strides(part));
        let bytes = whole.element.bytes();
        let (source, target) = if update { (&small, &big) } else { (&big, &small) };
        let plan = CopyPlan::new(&part.dims, source, target, bytes);
        Self { dims: whole.dims.clone(), sizes: part.dims.clone(), strides: big, bytes, index, plan, update }
    }
}

impl Kernel for DynamicSlice {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let starts = &args.reads[if self.update { 2 } else { 1 }..];
        let mut at = 0;
        for (i, start) in starts.iter().enumerate() {
            at += clamp_start(integer(self.index, start, 0), self.sizes[i], self.dims[i]) * self.strides[i] as usize;
        }
        if self.update {
            if !args.reads[0].is_empty() {
                args.writes[0].copy_from_slice(args.reads[0]);
            }
            self.plan.run(args.reads[1], 0, args.writes[0], at * self.bytes);
        } else {
            self.plan.run(args.reads[0], at * self.bytes, args.writes[0], 0);
        }
        Ok(())
    }
}

/// `concatenate`: boxes side by side.
#[derive(Debug)]
pub(crate) struct Concatenate {
    /// A box for each operand, and the byte where it begins in the result.
    parts: Vec<(CopyPlan, usize)>,
}

impl Concatenate {
    pub(crate) fn new(operands: &[&TensorType], result: &TensorType, dimension: usize) -> Self {
        let target = strides(result);
        let bytes = result.element.bytes();
        let mut at = 0;
        let mut parts = Vec::new();
        for ty in operands {
            let plan = CopyPlan::new(&ty.dims, &strides(ty), &target, bytes);
            parts.push((plan, at * target[dimension] as usize * bytes));
            at += ty.dims[dimension];
        }
        Self { parts }
    }
}

impl Kernel for Concatenate {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        for ((plan, at), part) in self.parts.iter().zip(&args.reads) {
            plan.run(part, 0, args.writes[0], *at);
        }
        Ok(())
    }
}

/// `concatenate` of parts of one type that lie one after another.
#[derive(Debug)]
pub(crate) struct ConcatSplits {
    plan: CopyPlan,
}

impl ConcatSplits {
    pub(crate) fn new(count: usize, part: &TensorType, result: &TensorType, dimension: usize) -> Self {
        let target = strides(result);
        let across = part.dims[dimension].cast_signed() * target[dimension];
        let dims = [&[count], &part.dims[..]].concat();
        let source = [&[part.num_elements().cast_signed()], &strides(part)[..]].concat();
        Self { plan: CopyPlan::new(&dims, &source, &[&[across], &target[..]].concat(), result.element.bytes()) }
    }
}

impl Kernel for ConcatSplits {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        self.plan.run(args.reads[0], 0, args.writes[0], 0);
        Ok(())
    }
}

/// `pad`: the result filled with the padding value, then the operand's box copied into it.
#[derive(Debug)]
pub(crate) struct Pad {
    plan: CopyPlan,
    from: usize,
    to: usize,
    bytes: usize,
}

impl Pad {
    pub(crate) fn new(operand: &TensorType, result: &TensorType, low: &[i64], interior: &[usize]) -> Self {
        let bytes = operand.element.bytes();
        let (source, target) = (strides(operand), strides(result));
        let (mut dims, mut steps) = (Vec::new(), Vec::new());
        let (mut from, mut to) = (0, 0);
        for d in 0..operand.rank() {
            let step = interior[d] as i64 + 1;
            // Elements first..last of the operand land inside the result.
            let first = if low[d] < 0 { (-low[d] + step - 1) / step } else { 0 };
            let room = result.dims[d] as i64 - 1 - low[d];
            let last = if room < 0 { 0 } else { (room / step + 1).min(operand.dims[d] as i64) };
            dims.push((last - first).max(0) as usize);
            steps.push(target[d] * step as isize);
            from += first as usize * source[d] as usize;
            to += (low[d] + first * step).max(0) as usize * target[d] as usize;
        }
        Self { plan: CopyPlan::new(&dims, &source, &steps, bytes), from: from * bytes, to: to * bytes, bytes }
    }
}

impl Kernel for Pad {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        fn fill<const N: usize>(out: &mut [u8], value: &[u8]) {
            let Some(value) = value.first_chunk() else { return };
            out.as_chunks_mut::<N>().0.fill(*value);
        }
        let (out, value) = (&mut *args.writes[0], args.reads[1]);
        match self.bytes {
            1 => fill::<1>(out, value),
            2 => fill::<2>(out, value),
            4 => fill::<4>(out, value),
            8 => fill::<8>(out, value),
            bytes => out.chunks_exact_mut(bytes).for_each(|e| e.copy_from_slice(&value[..bytes])),
        }
        self.plan.run(args.reads[0], self.from, args.writes[0], self.to);
        Ok(())
    }
}

/// `bitcast_convert` between types of different sizes: the same bytes.
#[derive(Debug)]
pub(crate) struct Bitcast;

impl Kernel for Bitcast {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        args.writes[0].copy_from_slice(args.reads[0]);
        Ok(())
    }
}
