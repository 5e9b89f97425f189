//! How long kernels may run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::activity::Activity;
use crate::clock::Since;

/// How long kernels may run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Lifetimes {
    /// Without running code and without a message of a client.
    pub idle: Duration,
    /// At most.
    pub total: Duration,
}

impl Default for Lifetimes {
    /// 90 minutes and 12 hours.
    fn default() -> Lifetimes {
        Lifetimes { idle: Duration::from_secs(90 * 60), total: Duration::from_secs(12 * 3600) }
    }
}

impl Lifetimes {
    /// What is left of the time of a kernel that was started at `born`.
    pub fn left(&self, born: Since, activity: &Activity) -> TimeLeft {
        let idle = self.idle.saturating_sub(activity.idle.elapsed());
        TimeLeft { idle: (!activity.is_busy()).then_some(idle), total: self.total.saturating_sub(born.elapsed()) }
    }
}

/// What is left of the time of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct TimeLeft {
    /// If nothing is run; none while code runs.
    pub idle: Option<Duration>,
    /// In any case.
    pub total: Duration,
}

impl TimeLeft {
    /// Whichever is less.
    pub fn least(&self) -> Duration {
        self.idle.map_or(self.total, |idle| idle.min(self.total))
    }
}
