//! The devices of a worker behind the PJRT C API: programs that drive a plugin run on another machine.
//!
//! [`linked`] returns the plugin. A client of it is a session with the server that its options name; see
//! [`remote`] for what the session does.
//!
//! ```no_run
//! let plugin = remote_plugin::linked()?;
//! let address = pjrt::NamedValue::String("grpc://worker:8470".into());
//! let client = pjrt::Client::new(&plugin, &[("address", address)])?;
//! println!("{} has {} devices", client.platform_name(), client.devices().len());
//! # Ok::<(), pjrt::Error>(())
//! ```
//!
//! # Options of a client
//! * `address`: the server, `grpc://HOST:PORT` or `grpc://unix:PATH`. Required.
//! * `token`: a token that the server asks for. Default none.
//! * `authorities`: a PEM file with the certificates of authorities. With it the connection is encrypted.
//! * `certificate`, `key`: PEM files with the client's certificate and its key, for servers that ask for
//!   them.
//!
//! # Differences to a device of this machine
//! * Arrays that the devices hold together move once: what a program returns on several devices is passed to
//!   the next program as a whole, and host memory that all devices share is sent once.
//! * The types of a program's results are read from its text, since the server tells them at the first run.
//! * The server says what a program donates. A buffer is therefore asked for when somebody wants to know.

mod calls;
mod error;
mod implementation;
mod objects;
mod options;
mod table;

use pjrt::abi::PJRT_Api;
use pjrt::export::catch_or;

/// The plugin, which is linked into this program.
///
/// # Errors
/// Those of [`pjrt::Plugin::linked`], none of which occurs with this plugin.
pub fn linked() -> pjrt::Result<pjrt::Plugin> {
    // SAFETY: the function returns the table of this plugin, which lives as long as the process.
    unsafe { pjrt::Plugin::linked("worker", get_api) }
}

extern "C" fn get_api() -> *const PJRT_Api {
    catch_or(std::ptr::null(), || std::ptr::from_ref(table::api()))
}
