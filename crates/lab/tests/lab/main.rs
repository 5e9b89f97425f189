//! The server as a process: clients of its interfaces, and clients that mean no good.

mod accelerators;
mod colab;
mod collaboration;
mod common;
mod contents;
mod frontend;
mod gpus;
mod hostile;
mod images;
mod kernels;
#[cfg(feature = "kubernetes")]
mod kubernetes;
mod network;
mod notebook;
mod open;
mod page;
mod people;
mod proxy;
mod revisions;
mod routes;
mod runtimes;
mod rust;
mod sandbox;
mod shared_rooms;
mod sharing;
mod sockets;
mod survival;
mod teacher;
mod tensorflow;
mod tls;
