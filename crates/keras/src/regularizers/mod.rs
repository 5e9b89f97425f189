//! Regularizers: penalties of weights, which training adds to the loss.
//!
//! A regularizer is added by its file, its line `mod`, and its row in the list below.

mod l1;
mod l1_l2;
mod l2;
mod orthogonal;
mod regularizer;

pub use orthogonal::OrthogonalMode;
pub use regularizer::Regularizer;

crate::objects::kind! {
    dyn Regularizer, "regularizer" in "keras.regularizers", [
        l1::L1,
        l1_l2::L1L2,
        l2::L2,
        orthogonal::OrthogonalRegularizer,
    ],
    short names ["l1_l2" => "L1L2"]
}
