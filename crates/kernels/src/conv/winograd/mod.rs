//! Winograd's algorithm for filters of 3x3 with stride 1: F(4x4, 3x3) of Lavin and Gray, "Fast Algorithms for
//! Convolutional Neural Networks" (arXiv 1509.09308), at other points.
//!
//! The result is divided into output tiles of 4x4, each of which sees an input tile of 6x6. Filters and input
//! tiles are transformed so that an output tile becomes an element-wise product of 6x6 numbers, summed over
//! the channels: 36 matrix products, which multiply 36 times where the filter itself would multiply 144
//! times.
//!
//! ```text
//! Y = A' [ (G g G') * (B' d B) ] A      output tile Y, filter g, input tile d
//! ```
//!
//! Input tile and filter stand for polynomials, which are multiplied by their values at six points (Toom and
//! Cook): 0, +-p, +-q and infinity. A row of G evaluates a filter there, divided by the value at the point of
//! the row of B', which is a product of the other points' linear factors; A' holds the powers of the points.
//!
//! ```text
//!      1    0      -5/2  0      1  0         1     0      0          1 1   1   1   1   0
//!      0   -p/2    -1/2  p      1  0        1/6   p/6    1/3    A' = 0 p  -p   q  -q   0
//! B' = 0    p/2    -1/2 -p      1  0    G = 1/6  -p/6    1/3         0 2   2  1/2 1/2  0
//!      0   -2q     -2    q      1  0       -2/3 -2q/3   -1/3         0 2p -2p q/2 -q/2 1
//!      0    2q     -2   -q      1  0       -2/3  2q/3   -1/3
//!      0    1       0   -5/2    0  1         0     0      1
//! ```
//!
//! The usual points are +-1 and +-2. With p = sqrt 2 and q = sqrt 1/2 the numbers of the matrices are closer
//! to one another, and less precision is lost: rounding errors are about twice those of the direct
//! convolution, for the gradient of filters three times (root mean squares; a test of this crate prints
//! them).
//!
//! The gradient of the filter is the adjoint, `G' [ (A dY A') * (B' d B) ] G`, summed over the tiles.
//!
//! An infinity makes the whole tile NaN. For this reason, and because it rounds a little more, the algorithm
//! is used only if the specification allows reassociation. It computes in f32, also with operands that bf16
//! multiplication has rounded.

mod backward_weights;
mod forward;
mod geometry;
mod operand_images;
mod tiles;
mod transforms;

pub(super) use backward_weights::WinogradBackwardWeights;
pub(super) use forward::WinogradForward;
