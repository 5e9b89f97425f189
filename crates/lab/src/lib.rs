//! A Jupyter server: stock JupyterLab and other clients of Jupyter's interfaces work with the notebooks of a
//! plain folder.
//!
//! [`serve`] runs a server on a [`Lab`], or on a [`Class`] of people who have accounts:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use lab::{
//!     Access, Audit, Direct, Drive, Hosts, Image, Kernels, Lab, Launcher, Listener, Logins, Rates, Site, Specs,
//!     Token,
//! };
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let listener = Listener::new(tokio::net::TcpListener::bind("127.0.0.1:8888").await?, None)?;
//! let access = Access {
//!     hosts: Hosts { address: listener.address(), names: Vec::new() },
//!     logins: Logins::new(Token::random()?, 8888)?,
//!     base_url: "/".into(),
//!     is_encrypted: false,
//!     proxies: Vec::new(),
//!     audit: Audit::default(),
//! };
//! let image = Image::open(None, "", None, "cache".as_ref(), |progress| eprintln!("{}", progress.step))?;
//! // Without a sandbox; `Sandbox` has one.
//! let runtimes = Arc::new(Direct { python: image.python(), environment: Vec::new() });
//! // Kernels end with the server; a `Keeper` lets them outlive one that is killed.
//! let (python, rates) = (image.python(), Rates::default());
//! let modules = image.modules("cache".as_ref())?;
//! let launcher = Launcher { python, modules, runtimes, worker: None, secrets: None, keeper: None, rates };
//! let kernels = Kernels::new(Specs::new(vec![image.kernels()]), launcher);
//! let drive = Drive::open("notebooks".as_ref(), "state".as_ref())?;
//! let lab = Lab::new(access.into(), drive, image, kernels, "state".as_ref());
//! lab::serve(listener, Site::One(lab.into()), std::future::pending(), std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Structure
//! * `server` has the routes; every request passes `access` first. In a class it is then one of the
//!   laboratory of the person whose session it has.
//! * [`accounts`] are people with passwords; `audit` notes what they do.
//! * `runtimes` are the machines in which programs run.
//! * `frontend` serves the stock JupyterLab of the `image`; `kernels` and `terminals` are what runs.
//! * `rust` makes the kernel of Rust notebooks.
//! * `collaboration` has the rooms in which several people edit one document.
//! * `sharing` says who has which document of another, and has the comments.
//! * `network` says which addresses are public, and has the proxy of runtimes; `fetch` reads notebooks of
//!   public addresses.
//! * `drive` keeps all paths inside of its folder; `notebook` knows the format of notebooks.
#![forbid(unsafe_code)]

mod access;
pub mod accounts;
mod audit;
mod clock;
mod collaboration;
mod drive;
mod error;
mod fetch;
mod frontend;
mod image;
mod json;
mod kernels;
mod network;
mod notebook;
mod random;
mod runtimes;
mod rust;
mod server;
mod sessions;
mod sharing;
mod state_file;
mod terminals;

pub use access::{Access, Hosts, Logins, Person, Token};
pub use audit::Audit;
pub use drive::Drive;
pub use error::{Error, Result};
pub use frontend::{Config, Settings, Workspaces};
pub use image::{Image, Progress, wheel};
pub use kernels::{
    Keeper, Kernels, Launcher, Lifetimes, Rates, Records, Specs, environment_without_gpu, has_cuda_plugin, worker,
};
pub use network::{Allowed, Network, Rules};
pub use runtimes::machine::Limits;
#[cfg(feature = "kubernetes")]
pub use runtimes::{Claim, Kubernetes, KubernetesOptions, kubernetes_report};
pub use runtimes::{
    Direct, Driver, Gpus, Refused, Runtimes, Sandbox, SandboxOptions, report, report_gpus, report_image,
};
pub use rust::{RustImage, Toolchain};
pub use server::{Class, ClassOptions, Lab, Listener, Site, serve};
pub use sessions::Sessions;
pub use terminals::Terminals;

/// Runs a helper, such as the supervisor of a kernel, if the arguments of this process ask for one. The first
/// thing of `main`, before any thread exists.
pub fn helper() -> Option<std::process::ExitCode> {
    runtimes::machine::helper().or_else(kernels::helper)
}
