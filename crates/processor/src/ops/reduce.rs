//! `reduce` with any reducer over any number of inputs, for all kept elements at a time.

use stablehlo::TensorType;

use crate::elementwise::ScalarFn;
use crate::error::Result;
use crate::ir::row_major::{Indices, strides};
use crate::plan::step::{Kernel, KernelArgs};

/// `reduce`; reads are the inputs, then their initial values.
#[derive(Debug)]
pub(crate) struct GeneralReduce {
    inputs: Vec<TensorType>,
    /// The dimensions that are reduced.
    reduced: Vec<usize>,
    /// The other dimensions.
    kept: Vec<usize>,
    region: ScalarFn,
}

impl GeneralReduce {
    pub(crate) fn new(inputs: Vec<TensorType>, dims: &[usize], region: ScalarFn) -> Self {
        let kept = (0..inputs[0].rank()).filter(|d| !dims.contains(d)).collect();
        Self { inputs, reduced: dims.to_vec(), kept, region }
    }
}

impl Kernel for GeneralReduce {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let n = self.inputs.len();
        let dims = &self.inputs[0].dims;
        let strides = strides(dims);
        let sizes = |which: &[usize]| which.iter().map(|d| dims[*d]).collect::<Vec<_>>();
        let (kept, reduced) = (sizes(&self.kept), sizes(&self.reduced));
        let results: usize = kept.iter().product();
        for (i, ty) in self.inputs.iter().enumerate() {
            let b = ty.element.bytes();
            args.writes[i].chunks_exact_mut(b).for_each(|e| e.copy_from_slice(&args.reads[n + i][..b]));
        }
        if results == 0 || reduced.contains(&0) {
            return Ok(());
        }
        let offset = |index: &[usize], of: &[usize]| -> usize {
            index.iter().zip(of).map(|(i, d)| i * strides[*d] as usize).sum()
        };
        // The element of the inputs that each result begins with.
        let mut first_elements = Vec::with_capacity(results);
        let mut kept = Indices::new(&kept);
        while let Some(index) = kept.next() {
            first_elements.push(offset(index, &self.kept));
        }
        let buffers = || self.inputs.iter().map(|t| vec![0u64; (results * t.element.bytes()).div_ceil(8)]);
        let (mut rows, mut combined): (Vec<_>, Vec<_>) = (buffers().collect(), buffers().collect());
        let mut registers = Default::default();
        let mut reduced = Indices::new(&reduced);
        while let Some(index) = reduced.next() {
            let offset = offset(index, &self.reduced);
            for (i, ty) in self.inputs.iter().enumerate() {
                let b = ty.element.bytes();
                let row = bytemuck::cast_slice_mut::<u64, u8>(&mut rows[i]);
                for (to, first) in row.chunks_exact_mut(b).zip(&first_elements) {
                    let from = (first + offset) * b;
                    to.copy_from_slice(&args.reads[i][from..from + b]);
                }
            }
            let bytes = |i: usize| results * self.inputs[i].element.bytes();
            let mut operands: Vec<&[u8]> = args.writes.iter().take(n).map(|w| &**w).collect();
            operands.extend(rows.iter().enumerate().map(|(i, r)| &bytemuck::cast_slice(r)[..bytes(i)]));
            let mut outs: Vec<&mut [u8]> = combined
                .iter_mut()
                .enumerate()
                .map(|(i, j)| &mut bytemuck::cast_slice_mut::<u64, u8>(j)[..bytes(i)])
                .collect();
            self.region.run(results, &operands, &mut outs, &mut registers);
            for (write, out) in args.writes.iter_mut().zip(&outs) {
                write.copy_from_slice(out);
            }
        }
        Ok(())
    }
}
