//! Transposition of squares of 32-bit units, in plain Rust.

/// Rows and columns of a square that is transposed at a time.
pub const EDGE: usize = 16;

/// A square of 32-bit units.
pub type Square = [[u32; EDGE]; EDGE];

/// Writes a square transposed, in blocks of four by four: the compiler turns these into vector shuffles.
///
/// # Safety
/// `to` is valid for the lines of a square, `pitch` units apart.
#[inline(always)]
pub(crate) unsafe fn transpose(units: &Square, to: *mut u32, pitch: usize) {
    for row in (0..EDGE).step_by(4) {
        for column in (0..EDGE).step_by(4) {
            for i in 0..4 {
                let line: [u32; 4] = [
                    units[column][row + i],
                    units[column + 1][row + i],
                    units[column + 2][row + i],
                    units[column + 3][row + i],
                ];
                // SAFETY: by contract.
                unsafe { to.add((row + i) * pitch + column).cast::<[u32; 4]>().write_unaligned(line) }
            }
        }
    }
}
