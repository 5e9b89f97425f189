//! What runtimes and the server reach of the network: the addresses that are public, those that are allowed
//! besides, and the proxy by which a runtime without a network of its own reaches them.

mod allowed;
mod cidr;
mod proxy;
mod special;
mod upstream;

use serde::{Deserialize, Serialize};

pub use allowed::{Allowed, Rules};
#[cfg(feature = "kubernetes")]
pub use cidr::Cidr;
pub use proxy::ForwardProxy;
pub use special::is_public;
#[cfg(feature = "kubernetes")]
pub use special::{PUBLIC_V6, SPECIAL_V4, SPECIAL_V6};
pub use upstream::Upstream;

/// What a private machine reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum Network {
    /// Public addresses, by a proxy of the server.
    #[default]
    Internet,
    /// The host's network, its local services included.
    Host,
    /// Nothing but itself.
    None,
}

impl Network {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Network::Internet => "internet",
            Network::Host => "host",
            Network::None => "none",
        }
    }
}
