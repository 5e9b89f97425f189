//! Runtimes: the machines in which the programs of notebooks and terminals run.

mod cgroup;
mod direct;
mod doctor;
mod gpus;
#[cfg(feature = "kubernetes")]
mod kubernetes;
pub mod machine;
mod personal;
mod remains;
// Without a cluster no runtime is remote.
#[cfg_attr(not(feature = "kubernetes"), allow(dead_code))]
mod remote;
mod run;
mod runtime;
mod sandbox;
mod settings;
mod tally;

pub use direct::Direct;
pub use doctor::{report, report_gpus, report_image};
pub use gpus::{Driver, Gpus, Meter, Minor};
#[cfg(feature = "kubernetes")]
pub use kubernetes::{Claim, Kubernetes, KubernetesOptions, kubernetes_report};
pub use personal::{PersonalOptions, Shared};
pub use remains::Remains;
pub use remote::{Companion, Connection, Lease, Order, RELAY, Remote, SUPERVISOR, Shell, Stream, TOO_MUCH_MEMORY};
pub use run::run;
pub use runtime::{Earlier, Guard, Program, Refused, Runtimes, SECRET_VARIABLES};
pub use sandbox::{Sandbox, SandboxOptions};
pub use tally::Tally;
