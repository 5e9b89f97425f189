//! Data movement: `dynamic_slice`, `dynamic_update_slice`, `concatenate`, `pad`, `bitcast_convert`,
//! `complex`.

use stablehlo::{ElementType, TensorType};

use super::copy::CopyPlan;
use super::index::{clamp_start, read_index};
use crate::error::Result;
use crate::ir::row_major::strides;
use crate::plan::step::{Kernel, KernelArgs};

/// `dynamic_slice` and `dynamic_update_slice`: a copy of a slice whose start indices are operands.
#[derive(Debug)]
pub(crate) struct DynamicSlice {
    dims: Vec<usize>,
    sizes: Vec<usize>,
    strides: Vec<isize>,
    bytes: usize,
    index: ElementType,
    slice: CopyPlan,
    /// The operation is `dynamic_update_slice`, which writes the slice.
    is_update: bool,
}

impl DynamicSlice {
    pub(crate) fn new(whole: &TensorType, part: &TensorType, index: ElementType, is_update: bool) -> Self {
        let (outer, inner) = (strides(&whole.dims), strides(&part.dims));
        let bytes = whole.element.bytes();
        let (source, target) = if is_update { (&inner, &outer) } else { (&outer, &inner) };
        let slice = CopyPlan::new(&part.dims, source, target, bytes);
        Self { dims: whole.dims.clone(), sizes: part.dims.clone(), strides: outer, bytes, index, slice, is_update }
    }
}

impl Kernel for DynamicSlice {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let starts = &args.reads[if self.is_update { 2 } else { 1 }..];
        let mut first = 0;
        for (i, start) in starts.iter().enumerate() {
            let start = clamp_start(read_index(self.index, start, 0), self.sizes[i], self.dims[i]);
            first += start * self.strides[i] as usize;
        }
        if self.is_update {
            if !args.reads[0].is_empty() {
                args.writes[0].copy_from_slice(args.reads[0]);
            }
            self.slice.run(args.reads[1], 0, args.writes[0], first * self.bytes);
        } else {
            self.slice.run(args.reads[0], first * self.bytes, args.writes[0], 0);
        }
        Ok(())
    }
}

/// `concatenate`: one copy per operand.
#[derive(Debug)]
pub(crate) struct Concatenate {
    /// The copy of each operand, and the byte of the result where it begins.
    copies: Vec<(CopyPlan, usize)>,
}

impl Concatenate {
    pub(crate) fn new(operands: &[&TensorType], result: &TensorType, dimension: usize) -> Self {
        let target = strides(&result.dims);
        let bytes = result.element.bytes();
        let mut first = 0;
        let mut copies = Vec::new();
        for ty in operands {
            let plan = CopyPlan::new(&ty.dims, &strides(&ty.dims), &target, bytes);
            copies.push((plan, first * target[dimension] as usize * bytes));
            first += ty.dims[dimension];
        }
        Self { copies }
    }
}

impl Kernel for Concatenate {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        for ((plan, to), operand) in self.copies.iter().zip(&args.reads) {
            plan.run(operand, 0, args.writes[0], *to);
        }
        Ok(())
    }
}

/// `concatenate` of operands of one type that are stored one after another in a single value.
#[derive(Debug)]
pub(crate) struct ConcatSplits {
    plan: CopyPlan,
}

impl ConcatSplits {
    pub(crate) fn new(count: usize, part: &TensorType, result: &TensorType, dimension: usize) -> Self {
        let target = strides(&result.dims);
        let across = part.dims[dimension].cast_signed() * target[dimension];
        let dims = [&[count], &part.dims[..]].concat();
        let source = [&[part.num_elements().cast_signed()], &strides(&part.dims)[..]].concat();
        Self { plan: CopyPlan::new(&dims, &source, &[&[across], &target[..]].concat(), result.element.bytes()) }
    }
}

impl Kernel for ConcatSplits {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        self.plan.run(args.reads[0], 0, args.writes[0], 0);
        Ok(())
    }
}

/// `pad`: fills the result with the padding value, then copies the operand into it.
#[derive(Debug)]
pub(crate) struct Pad {
    copy: CopyPlan,
    /// Bytes of the operand before the first element that is copied, and of the result before its place
    /// there.
    from: usize,
    to: usize,
    bytes: usize,
}

impl Pad {
    pub(crate) fn new(operand: &TensorType, result: &TensorType, low: &[i64], interior: &[usize]) -> Self {
        let bytes = operand.element.bytes();
        let (source, target) = (strides(&operand.dims), strides(&result.dims));
        let (mut dims, mut steps) = (Vec::new(), Vec::new());
        let (mut from, mut to) = (0, 0);
        for d in 0..operand.rank() {
            let step = interior[d] as i64 + 1;
            // Elements `first..last` of the operand are inside the result; negative padding cuts off the
            // others.
            let first = if low[d] < 0 { (-low[d] + step - 1) / step } else { 0 };
            let room = result.dims[d] as i64 - 1 - low[d];
            let last = if room < 0 { 0 } else { (room / step + 1).min(operand.dims[d] as i64) };
            dims.push((last - first).max(0) as usize);
            steps.push(target[d] * step as isize);
            from += first as usize * source[d] as usize;
            to += (low[d] + first * step).max(0) as usize * target[d] as usize;
        }
        Self { copy: CopyPlan::new(&dims, &source, &steps, bytes), from: from * bytes, to: to * bytes, bytes }
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
        self.copy.run(args.reads[0], self.from, args.writes[0], self.to);
        Ok(())
    }
}

/// `bitcast_convert` between types of different sizes: a copy of the bytes.
#[derive(Debug)]
pub(crate) struct Bitcast;

impl Kernel for Bitcast {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        args.writes[0].copy_from_slice(args.reads[0]);
        Ok(())
    }
}

/// `complex`: real and imaginary parts alternate in the result.
#[derive(Debug)]
pub(crate) struct Interleave {
    /// Bytes of a part.
    bytes: usize,
}

impl Interleave {
    pub(crate) fn new(part: ElementType) -> Self {
        Self { bytes: part.bytes() }
    }
}

impl Kernel for Interleave {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        fn interleave<const N: usize>(out: &mut [u8], re: &[u8], im: &[u8]) {
            let numbers = out.as_chunks_mut::<N>().0.as_chunks_mut::<2>().0;
            for (number, (re, im)) in numbers.iter_mut().zip(re.as_chunks::<N>().0.iter().zip(im.as_chunks::<N>().0)) {
                *number = [*re, *im];
            }
        }
        let (re, im) = (args.reads[0], args.reads[1]);
        match self.bytes {
            4 => interleave::<4>(args.writes[0], re, im),
            _ => interleave::<8>(args.writes[0], re, im),
        }
        Ok(())
    }
}
