//! Micro-kernels: the innermost loops, each over one register tile after another.
//!
//! * [`panel`]: rows against a panel of columns that is one or two vectors wide; the core of GEMM and
//!   convolutions.
//! * `amx`: the same on tile registers, where there are some; `amx_planes`: their kernel for emulated f32.
//! * [`dot`]: rows against few columns, with the lanes along the reduction.
//! * [`depthwise`]: every lane is a channel with filters of its own.
//! * [`output`]: where results go, shared by all of them.

#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
pub(crate) mod amx_planes;
pub(crate) mod depthwise;
pub(crate) mod dot;
pub(crate) mod output;
pub(crate) mod panel;
#[cfg(target_arch = "x86_64")]
pub(crate) mod tile_registers;

use crate::isa::Isa;
use crate::unit::Unit;

/// Runs a panel on tile registers if these can do it, and on vectors otherwise; `vectors` (1 or 2) is the
/// width of the panel.
///
/// # Safety
/// Every unit and element that the tables of the panel name must be valid; `unit` is one that `isa`
/// multiplies.
pub(crate) unsafe fn run_panel(panel: &panel::PanelKernel<'_>, isa: Isa, unit: Unit, vectors: usize) {
    debug_assert!(unit != Unit::Vnni2 || isa.has_bf16_dot());
    #[cfg(target_arch = "x86_64")]
    if unit.uses_tiles(isa) && amx::accepts(panel) {
        return isa.dispatch(amx::RunTiles { panel, vectors });
    }
    isa.dispatch(panel::RunPanel { panel, unit, vectors });
}
