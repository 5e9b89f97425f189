//! The trait of initializers.

use crate::error::Result;
use crate::objects::{Handle, Object, Registry};
use crate::utils::Rng;

/// The distribution of a variable's initial values, with Keras's name and formula.
///
/// An initializer of a user is declared by [`object!`](crate::object) and implements this trait.
///
/// ```
/// use keras::initializers::{GlorotUniform, Initializer};
/// use keras::utils::Rng;
///
/// let kernel = GlorotUniform::new().values(&[3, 3, 32, 64], &mut Rng::seeded(1))?;
/// let limit = (6.0_f32 / (9.0 * (32.0 + 64.0))).sqrt();
/// assert!(kernel.iter().all(|w| w.abs() <= limit));
///
/// keras::object! {
///     /// Whole numbers from 0 on.
///     Counting(): dyn Initializer {
///         /// The first number. Default: 0.
///         first: [f64] = 0.0;
///     }
/// }
///
/// impl Initializer for Counting {
///     fn values(&self, shape: &[usize], _rng: &mut Rng) -> keras::Result<Vec<f32>> {
///         let count: usize = shape.iter().product();
///         Ok((0..count).map(|i| i as f32 + self.first as f32).collect())
///     }
/// }
///
/// let dense = keras::layers::Dense::new(2).bias_initializer(Counting::new().first(1.0));
/// # let _ = dense;
/// # Ok::<(), keras::Error>(())
/// ```
pub trait Initializer: Object {
    /// Draws the values of a variable of this shape, row-major. The same state of the generator gives the
    /// same values.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a variable of this shape cannot be initialized so.
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>>;
}

/// The initializer with Keras's name (`he_normal`) or class name (`HeNormal`), with Keras's defaults.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
pub fn from_name(name: &str) -> Result<Handle<dyn Initializer>> {
    Registry::new().from_name(name)
}

/// As many numbers as a shape has elements. With a seed they are the same each time.
pub(super) fn fill(
    shape: &[usize],
    seed: Option<u64>,
    rng: &mut Rng,
    mut draw: impl FnMut(&mut Rng) -> f64,
) -> Vec<f32> {
    let mut own = seed.map(Rng::seeded);
    let rng = own.as_mut().unwrap_or(rng);
    (0..shape.iter().product()).map(|_| draw(rng) as f32).collect()
}
