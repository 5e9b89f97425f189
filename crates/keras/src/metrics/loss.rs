//! Losses as metrics.

use crate::error::Result;
use crate::losses::{Loss, Targets};
use crate::objects::{Config, Handle, Object};
use crate::ops::Tensor;

use super::mean::sum_and_count;
use super::metric::{Direction, Metric};

/// The mean of a loss that is reported, not minimized.
#[derive(Debug)]
struct OfLoss {
    loss: Handle<dyn Loss>,
    name: String,
}

/// The mean of a loss as a metric with a name.
pub(crate) fn of_loss(loss: Handle<dyn Loss>, name: &str) -> Handle<dyn Metric> {
    OfLoss { loss, name: name.to_owned() }.into()
}

impl Object for OfLoss {
    fn class_name(&self) -> &'static str {
        self.loss.class_name()
    }

    fn package(&self) -> Option<&'static str> {
        self.loss.package()
    }

    fn get_config(&self) -> Config {
        let mut config = self.loss.get_config();
        config.set("name", &self.name);
        config
    }
}

impl Metric for OfLoss {
    fn name(&self) -> &str {
        &self.name
    }

    fn direction(&self) -> Direction {
        Direction::Down
    }

    fn targets(&self) -> Targets {
        self.loss.targets()
    }

    fn applies_masks(&self) -> bool {
        true
    }

    fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
        Ok(vec![vec![], vec![]])
    }

    fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
        let values = self.loss.call(y_true, y_pred)?;
        let mask = self.loss.mask(y_true, &values);
        Ok(sum_and_count(&values, mask.as_ref(), weights))
    }

    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        vec![state[0][0] / state[1][0]]
    }
}
