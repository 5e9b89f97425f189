//! A Jupyter server: stock JupyterLab and other clients of Jupyter's interfaces work with the notebooks of a
//! plain folder.
//!
//! [`serve`] runs a server on a [`Lab`]:
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::time::SystemTime;
//! use lab::{Access, Drive, Hosts, Lab, Logins, Token};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8888").await?;
//! let hosts = Hosts { address: listener.local_addr()?, names: Vec::new() };
//! let logins = Logins::new(Token::random()?, 8888)?;
//! let access = Arc::new(Access { hosts, logins, base_url: "/".into() });
//! let drive = Arc::new(Drive::open("notebooks".as_ref(), "state".as_ref())?);
//! let lab = Lab { access, drive, started: SystemTime::now() };
//! lab::serve(listener, Arc::new(lab), std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Structure
//! * `server` has the routes; every request passes `access` first.
//! * `drive` keeps all paths inside of its folder; `notebook` knows the format of notebooks.
#![forbid(unsafe_code)]

mod access;
mod clock;
mod drive;
mod error;
mod notebook;
mod random;
mod server;

pub use access::{Access, Hosts, Logins, Session, Token};
pub use drive::Drive;
pub use error::{Error, Result};
pub use server::{Lab, serve};
