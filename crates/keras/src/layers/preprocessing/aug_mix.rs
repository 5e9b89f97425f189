//! Augmentations, mixed with each other and with the image.

use super::augment::{PIXELS, augmentation, check_colors, check_factor, clipped};
use super::pipeline::Policy;
use super::random_translation::{Factor, Interpolation};
use crate::error::{Error, Result};
use crate::graph::Scope;
use crate::ops::{self, Axes, Tensor};

augmentation! {
    /// The mean, with random weights, of several chains of random augmentations, mixed with the image
    /// (Hendrycks et al., 2020). Augmentations and weights are drawn for the whole batch.
    ///
    /// The augmentations are those of [`RandAugment`](crate::layers::RandAugment), or none.
    ///
    /// ```
    /// use keras::{Input, layers::AugMix};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(AugMix::new().num_chains(2).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    AugMix() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The number of chains. Default: 3.
        num_chains: [usize] = 3;
        /// The number of augmentations of a chain. Default: 3.
        chain_depth: [usize] = 3;
        /// The range of their factors, from 0 to 1. Default: up to 0.3.
        factor: [Factor] = Factor::Both(0.3);
        /// The parameter of the distributions of the weights. Default: 1.
        alpha: [f64] = 1.0;
        /// If false, brightness, contrast, sharpness and loss of color are left out. Default: true.
        all_ops: [bool] = true;
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(0.0)); }
    check |layer, image| {
        check_colors("AugMix", image)?;
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        let (chains, depth, alpha) = (layer.num_chains, layer.chain_depth, layer.alpha);
        if (1..=16).contains(&chains) && (1..=16).contains(&depth) && alpha > 0.0 && alpha <= 1e6 {
            return Ok(());
        }
        Err(Error::argument(format!(
            "AugMix: num_chains and chain_depth are from 1 to 16, alpha above 0. Received: {chains}, {depth}, {alpha}"
        )))
    }
    train |layer, scope, x| {
        let policy = Policy {
            factor: layer.factor,
            range: layer.value_range,
            interpolation: layer.interpolation,
            colors: layer.all_ops,
        };
        let weights = ops::unstack(&dirichlet(scope, layer.num_chains, layer.alpha)?, 0);
        let own = ops::unstack(&dirichlet(scope, 2, layer.alpha)?, 0);
        let mut mixed = ops::zeros_like(x);
        for weight in &weights {
            let mut y = x.clone();
            for _ in 0..layer.chain_depth {
                y = policy.one(scope, &y, true)?;
            }
            mixed = mixed + y * weight.to(x.element());
        }
        let [image, chains] = [&own[0], &own[1]].map(|weight| weight.to(x.element()));
        clipped(&(image * x + chains * mixed), layer.value_range)
    }
}

/// Weights whose sum is 1, of the symmetric Dirichlet distribution; the first of two is of the beta
/// distribution.
fn dirichlet(scope: &mut Scope, count: usize, alpha: f64) -> Result<Tensor> {
    let gammas = gamma(scope, count, alpha)?;
    Ok(&gammas / ops::sum(&gammas, Axes::All, true))
}

/// The number of draws, of which the last that is accepted counts; more than 19 of 20 are.
const TRIES: usize = 16;

/// Numbers of a gamma distribution, by the method of Marsaglia and Tsang (2000).
fn gamma(scope: &mut Scope, count: usize, alpha: f64) -> Result<Tensor> {
    // A parameter below 1 is raised by 1, and the result multiplied by a power of a uniform number.
    let shape = if alpha < 1.0 { alpha + 1.0 } else { alpha };
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    let mut y = ops::full(&[count], d);
    for _ in 0..TRIES {
        let x = super::augment::normal(scope, &y)?;
        let v = &x * c + 1.0;
        let v = &v * &v * &v;
        let positive = ops::maximum(&v, &ops::full_like(&v, 1e-30));
        let u = 1.0 - scope.random_uniform(&[count])?;
        let bound = ops::square(&x) * 0.5 + d - &v * d + ops::log(&positive) * d;
        let is_positive = ops::greater(&v, &ops::zeros_like(&v));
        let accepted = ops::logical_and(&is_positive, &ops::less(&ops::log(&u), &bound));
        y = ops::where_(&accepted, &(v * d), &y);
    }
    if alpha < 1.0 {
        let u = 1.0 - scope.random_uniform(&[count])?;
        y = y * ops::power(&u, &ops::full_like(&u, 1.0 / alpha));
    }
    // At least one of the numbers is not 0.
    Ok(ops::maximum(&y, &ops::full_like(&y, 1e-30)))
}
