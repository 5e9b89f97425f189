//! Convolutions of any number of spatial dimensions, with all of StableHLO's padding, dilation, reversal and grouping.

mod channel_lines;
mod depthwise;
mod filter;
mod forward;
mod image;
mod phases;
mod plain;
mod spec;
mod winograd;

pub use spec::{ConvOperand, ConvSpec, SpatialDim};

use super::element::{Element, WriteMode};
use super::error::{KernelError, check_len, panels_in};
use super::finish::Epilogue;
use super::isa::Isa;
use super::slow::Domain;
use depthwise::Depthwise;
use filter::FilterGradient;
use forward::Forward;
use phases::{Phase, phases};
use spec::KERNEL;
use winograd::{WinogradFilter, WinogradForward};

/// A convolution made ready to run.
///
/// ```
/// use kernels::*;
/// // Sums of two neighbours, with a zero after the last element.
/// let operand = |spatial| ConvOperand { element: Element::F32, batch_or_in: 0, feature_or_out: 0, spatial: vec![spatial] };
/// let spec = ConvSpec {
///     batch: 1, in_features: 1, out_features: 1, feature_groups: 1, batch_groups: 1,
///     spatial: vec![SpatialDim {
///         input: 3, kernel: 2, output: 3, stride: 1, pad_low: 0, lhs_dilation: 1, rhs_dilation: 1, reversed: false,
///     }],
///     lhs: operand(1), rhs: operand(1), out: operand(1),
///     math_mode: MathMode::F32,
///     allow_reassociation: false,
/// };
/// let plan = ConvPlan::new(&spec, Isa::best())?;
/// let mut out = [0f32; 3];
/// let mut scratch = vec![0; plan.scratch_bytes()];
/// let (lhs, rhs) = ([1f32, 2.0, 3.0], [1f32, 1.0]);
/// let (lhs, rhs) = (bytemuck::bytes_of(&lhs), bytemuck::bytes_of(&rhs));
/// plan.run(lhs, rhs, bytemuck::bytes_of_mut(&mut out), &mut scratch, WriteMode::Overwrite)?;
/// assert_eq!(out, [3.0, 5.0, 3.0]);
/// # Ok::<(), KernelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConvPlan {
    spec: ConvSpec,
    isa: Isa,
    spans: [usize; 3],
    /// Whether the filters come packed.
    prepared: bool,
    method: Method,
}

#[derive(Debug, Clone)]
enum Method {
    Forward(Vec<ForwardPhase>),
    FilterGradient(Box<FilterGradient>),
    WinogradForward(Box<WinogradForward>),
    WinogradFilter(Box<WinogradFilter>),
    Depthwise(Box<Depthwise>),
    Plain(Domain),
}

/// What lies in scratch memory from one part of a batch to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScratchReuse {
    /// Nothing of use.
    None,
    /// The packed right operand.
    PackedFilters,
    /// Sums over the parts so far.
    Accumulators,
}

/// Which part of a batch a run is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchSlice {
    /// Nothing of use lies in scratch memory yet.
    pub first: bool,
    /// No other part follows.
    pub last: bool,
}

impl BatchSlice {
    /// All of it.
    pub const WHOLE: BatchSlice = BatchSlice { first: true, last: true };
}

/// How a part of a batch is run.
#[derive(Debug, Clone, Copy)]
pub struct RunArgs<'a> {
    /// What happens to what the result's memory held.
    pub write: WriteMode,
    /// Which part it is.
    pub slice: BatchSlice,
    /// What the results go through in the end; only for a result that replaces what is there and is dense, its features last.
    pub epilogue: Option<Epilogue<'a>>,
}

/// A phase's method and the element offsets of its filters and results.
#[derive(Debug, Clone)]
struct ForwardPhase {
    method: Forward,
    rhs_offset: usize,
    out_offset: usize,
}

impl ConvPlan {
    /// Chooses how to run `spec` on `isa`, and makes the tables for it.
    ///
    /// # Errors
    /// A specification that contradicts itself, element types that do not go together, operands larger than the address
    /// space, an instruction set this machine lacks.
    pub fn new(spec: &ConvSpec, isa: Isa) -> Result<ConvPlan, KernelError> {
        let isa = Isa::parse(isa.name())?;
        let spans = spec.check()?;
        let elements = spec.elements();
        let shaped = spec.with_spatial_dim();
        let method = if !elements.into_iter().all(Element::is_fast) {
            Method::Plain(Domain::of(elements).ok_or(KernelError::BadElements { kernel: KERNEL, elements })?)
        } else if Depthwise::applies(&shaped, isa) {
            Method::Depthwise(Box::new(Depthwise::new(&shaped, isa)))
        } else if WinogradForward::applies(&shaped, isa) {
            Method::WinogradForward(Box::new(WinogradForward::new(&shaped, isa, false)))
        } else if WinogradFilter::applies(&shaped, isa) {
            Method::WinogradFilter(Box::new(WinogradFilter::new(&shaped, isa)))
        } else if is_filter_gradient(&shaped) {
            Method::FilterGradient(Box::new(FilterGradient::new(&shaped, isa)))
        } else {
            let phase = |phase: Phase| ForwardPhase {
                method: Forward::new(&phase.spec, isa, false),
                rhs_offset: phase.rhs_offset,
                out_offset: phase.out_offset,
            };
            Method::Forward(phases(&shaped).into_iter().map(phase).collect())
        };
        Ok(ConvPlan { spec: shaped, isa, spans, prepared: false, method })
    }

    /// A plan whose filters are packed beforehand, by [`ConvPlan::pack`], for any number of runs. None where that is not
    /// how it runs.
    ///
    /// # Errors
    /// As [`ConvPlan::new`].
    pub fn with_packed_filters(spec: &ConvSpec, isa: Isa) -> Result<Option<ConvPlan>, KernelError> {
        let mut plan = ConvPlan::new(spec, isa)?;
        // A dilated input's phases may be of other filters.
        if plan.scratch_reuse() != ScratchReuse::PackedFilters
            || plan.spec.spatial.iter().any(|dim| dim.lhs_dilation > 1)
        {
            return Ok(None);
        }
        match &mut plan.method {
            Method::Forward(phases) => phases[0].method = Forward::new(&plan.spec, isa, true),
            Method::WinogradForward(method) => **method = WinogradForward::new(&plan.spec, isa, true),
            _ => return Ok(None),
        }
        let (count, bytes) = plan.packed_panels();
        (plan.spans[1], plan.prepared) = (count * bytes, true);
        Ok(Some(plan))
    }

    /// Whether the filters come packed.
    pub fn takes_prepacked(&self) -> bool {
        self.prepared
    }

    /// Panels of packed filters, which lie one after another, and the bytes of each; only where they are packed beforehand.
    pub fn packed_panels(&self) -> (usize, usize) {
        match &self.method {
            Method::Forward(phases) => phases[0].method.panels(),
            Method::WinogradForward(method) => method.panels(),
            _ => (0, 0),
        }
    }

    /// Packs panels of the filters from a first one on, as many as `to` has room for, for a plan
    /// [with packed ones](ConvPlan::with_packed_filters).
    ///
    /// # Errors
    /// A slice shorter than the filters, and one that is not some of the panels.
    pub fn pack(&self, rhs: &[u8], first: usize, to: &mut [u8]) -> Result<(), KernelError> {
        let (count, bytes) = self.packed_panels();
        let panels = panels_in(KERNEL, (count, bytes), first, to.len())?;
        check_len(KERNEL, "rhs", self.spec.check()?[1], rhs.len())?;
        for (panel, to) in panels.zip(to.chunks_exact_mut(bytes.max(1))) {
            // SAFETY: the slices are as long as need be, just checked.
            unsafe {
                match &self.method {
                    Method::Forward(phases) => phases[0].method.pack(rhs.as_ptr(), panel, to.as_mut_ptr()),
                    Method::WinogradForward(method) => method.pack(rhs.as_ptr(), panel, to.as_mut_ptr()),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Bytes of scratch memory a run needs.
    pub fn scratch_bytes(&self) -> usize {
        match &self.method {
            Method::Forward(phases) => phases.iter().map(|phase| phase.method.scratch_bytes()).max().unwrap_or(0),
            Method::FilterGradient(method) => method.scratch_bytes(),
            Method::WinogradForward(method) => method.scratch_bytes(),
            Method::WinogradFilter(method) => method.scratch_bytes(),
            Method::Depthwise(method) => method.scratch_bytes(),
            Method::Plain(_) => 0,
        }
    }

    /// Floating-point (or integer) operations of a run: two for each multiplication, those with zeros of the padding
    /// and of a dilated input included, and those that an algorithm saves.
    pub fn flops(&self) -> u64 {
        let spec = &self.spec;
        let outer = [spec.out_batch(), spec.out_features, spec.group_in_features()];
        let spatial = spec.spatial.iter().flat_map(|dim| [dim.output, dim.kernel]);
        outer.into_iter().chain(spatial).fold(2, |product, size| product * size as u64)
    }

    /// How it runs, for reports.
    pub fn method_name(&self) -> &'static str {
        match &self.method {
            Method::Forward(phases) => match &phases[..] {
                [phase] => phase.method.name(),
                _ => "phases of a dilated input",
            },
            Method::FilterGradient(method) => method.name(),
            Method::WinogradForward(_) => "Winograd",
            Method::WinogradFilter(_) => "filter gradient, Winograd",
            Method::Depthwise(method) => method.name(),
            Method::Plain(_) => "convolution plain",
        }
    }

    /// What a run leaves in scratch memory that is of use to a run for the next part of a batch.
    pub fn scratch_reuse(&self) -> ScratchReuse {
        // Borders of copies, at least, even where filters come packed.
        match &self.method {
            Method::Forward(phases) if phases.len() == 1 && self.spec.groups() == 1 => ScratchReuse::PackedFilters,
            Method::FilterGradient(_) if self.spec.groups() == 1 => ScratchReuse::Accumulators,
            Method::WinogradForward(_) => ScratchReuse::PackedFilters,
            Method::WinogradFilter(_) => ScratchReuse::Accumulators,
            _ => ScratchReuse::None,
        }
    }

    /// Computes the convolution on this thread. Slices need no alignment; what `scratch` holds does not matter.
    ///
    /// # Errors
    /// A slice shorter than its operand, or scratch memory shorter than [`ConvPlan::scratch_bytes`].
    pub fn run(
        &self,
        lhs: &[u8],
        rhs: &[u8],
        out: &mut [u8],
        scratch: &mut [u8],
        write: WriteMode,
    ) -> Result<(), KernelError> {
        self.run_slice(lhs, rhs, out, scratch, RunArgs { write, slice: BatchSlice::WHOLE, epilogue: None })
    }

    /// As [`ConvPlan::run`], for one of several parts of a batch in a row, over the same scratch memory. Where it keeps
    /// filters, the right operand has to be the same for all of them; where it keeps sums, the result is their sum, written
    /// with the last. What keeps nothing runs by itself.
    ///
    /// # Errors
    /// As [`ConvPlan::run`]; a bias of other than the result's features, for a result that is neither f32 nor bf16, or for one
    /// that is added to what is there.
    pub fn run_slice(
        &self,
        lhs: &[u8],
        rhs: &[u8],
        out: &mut [u8],
        scratch: &mut [u8],
        RunArgs { write, slice: part, epilogue: finish }: RunArgs<'_>,
    ) -> Result<(), KernelError> {
        let part = if self.scratch_reuse() == ScratchReuse::None { BatchSlice::WHOLE } else { part };
        check_len(KERNEL, "lhs", self.spans[0], lhs.len())?;
        check_len(KERNEL, "rhs", self.spans[1], rhs.len())?;
        check_len(KERNEL, "out", self.spans[2], out.len())?;
        check_len(KERNEL, "scratch", self.scratch_bytes(), scratch.len())?;
        if let Some(finish) = finish {
            let (element, features) = (self.spec.out.element, self.spec.out_features);
            if finish.bias.len() != features || !element.is_fast() {
                let reason = format!(
                    "a finish of {} columns for {features} features of {element}: it takes one for each, of f32 or bf16",
                    finish.bias.len()
                );
                return Err(KernelError::BadSpec { kernel: KERNEL, reason });
            }
            if write == WriteMode::Accumulate {
                let reason = "a finish of what is added to other sums: it is for a result that is whole".to_owned();
                return Err(KernelError::BadSpec { kernel: KERNEL, reason });
            }
        }
        if self.spans[2] == 0 {
            return Ok(());
        }
        if let Method::Depthwise(method) = &self.method {
            // SAFETY: the slices span all groups, just checked, and scratch is as long as the method needs.
            unsafe { method.run(lhs.as_ptr(), rhs.as_ptr(), out.as_mut_ptr(), scratch, write) }
        }
        let bytes = self.spec.elements().map(Element::bytes);
        for group in 0..self.spec.groups() {
            let offsets = self.spec.group_offsets(group);
            let a = lhs.as_ptr().wrapping_add(offsets[0] * bytes[0]);
            let b = rhs.as_ptr().wrapping_add(offsets[1] * bytes[1]);
            let c = out.as_mut_ptr().wrapping_add(offsets[2] * bytes[2]);
            match &self.method {
                Method::Forward(phases) => {
                    for phase in phases {
                        let b = b.wrapping_add(phase.rhs_offset * bytes[1]);
                        let c = c.wrapping_add(phase.out_offset * bytes[2]);
                        // SAFETY: the slices span all groups, just checked, and scratch is as long as the method needs.
                        unsafe { phase.method.run(a, b, c, scratch, write, part.first) }
                    }
                }
                // SAFETY: as above.
                Method::FilterGradient(method) => unsafe { method.run(a, b, c, scratch, write, part) },
                // SAFETY: as above.
                Method::WinogradForward(method) => unsafe {
                    method.run(a, b, c, scratch, RunArgs { write, slice: part, epilogue: finish });
                },
                // SAFETY: as above.
                Method::WinogradFilter(method) => unsafe { method.run(a, b, c, scratch, write, part) },
                Method::Depthwise(_) => {} // all groups at once, above
                Method::Plain(domain) => plain::run(&self.spec, *domain, offsets, lhs, rhs, out, write),
            }
        }
        // Winograd's algorithm does it on the way.
        if let (Some(finish), false) = (finish, matches!(self.method, Method::WinogradForward(_))) {
            finish.apply(self.isa, self.spec.out.element, &mut out[..self.spans[2]]);
        }
        Ok(())
    }
}

/// Whether the batch is what lies together (so that it, not the features, gives the rows), and the result has fewer
/// positions than the window.
fn is_filter_gradient(spec: &ConvSpec) -> bool {
    let outputs: usize = spec.spatial.iter().map(|dim| dim.output).product();
    let kernels: usize = spec.spatial.iter().map(|dim| dim.kernel).product();
    spec.lhs.batch_or_in == 1 && spec.lhs.feature_or_out != 1 && outputs < kernels
}
