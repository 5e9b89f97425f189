//! A Jupyter server: stock JupyterLab and other clients of Jupyter's interfaces work with the notebooks of a
//! plain folder.
//!
//! [`serve`] runs a server on a [`Lab`]:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use lab::{Access, Direct, Drive, Hosts, Image, Kernels, Lab, Launcher, Logins, Specs, Token};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8888").await?;
//! let hosts = Hosts { address: listener.local_addr()?, names: Vec::new() };
//! let logins = Logins::new(Token::random()?, 8888)?;
//! let access = Access { hosts, logins, base_url: "/".into() };
//! let image = Image::open(None, "cache".as_ref(), |progress| eprintln!("{}", progress.step))?;
//! // Without a sandbox; `Sandbox` has one.
//! let runtimes = Arc::new(Direct { python: image.python(), environment: Vec::new() });
//! let launcher = Launcher { python: image.python(), runtimes, worker: None, secrets: None };
//! let kernels = Kernels::new(Specs::new(vec![image.kernels()]), launcher);
//! let drive = Drive::open("notebooks".as_ref(), "state".as_ref())?;
//! let lab = Lab::new(access, drive, image, kernels, "state".as_ref());
//! lab::serve(listener, lab.into(), std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Structure
//! * `server` has the routes; every request passes `access` first.
//! * `runtimes` are the machines in which programs run.
//! * `frontend` serves the stock JupyterLab of the `image`; `kernels` and `terminals` are what runs.
//! * `collaboration` has the rooms in which several people edit one document.
//! * `drive` keeps all paths inside of its folder; `notebook` knows the format of notebooks.
#![forbid(unsafe_code)]

mod access;
mod clock;
mod collaboration;
mod drive;
mod error;
mod frontend;
mod image;
mod kernels;
mod notebook;
mod random;
mod runtimes;
mod server;
mod sessions;
mod state_file;
mod terminals;

pub use access::{Access, Hosts, Logins, Token};
pub use drive::Drive;
pub use error::{Error, Result};
pub use frontend::{Config, Settings, Workspaces};
pub use image::{Image, Progress};
pub use kernels::{Kernels, Launcher, Lifetimes, Specs, worker};
pub use runtimes::machine::{Limits, helper};
pub use runtimes::{Direct, Refused, Runtimes, Sandbox, SandboxOptions, report};
pub use server::{Lab, serve};
pub use sessions::Sessions;
pub use terminals::Terminals;
