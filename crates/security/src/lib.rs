//! Who may use a server: the token that clients present, certificates of both sides, and the arguments of a
//! command that name them. `labora-worker` and `labora-serve` have the same ones.
//!
//! ```
//! use clap::Parser;
//!
//! #[derive(Parser)]
//! struct Args {
//!     #[command(flatten)]
//!     protection: security::Protection,
//! }
//!
//! let args = Args::parse_from(["server", "--tls-cert", "c.pem", "--tls-key", "k.pem"]);
//! assert!(args.protection.tls().is_some());
//! assert!(args.protection.token()?.is_none());
//! # Ok::<(), security::Error>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod protection;
mod tls;
mod token;

pub use error::{Error, Result};
pub use protection::Protection;
pub use tls::{Tls, certificate_chain, private_key, root_certificates};
pub use token::{Token, bearer_token};
