//! Processes that train together: who this one is, and how their replicas exchange bytes.

use std::sync::Arc;

use mpi::World;
use pjrt::ErrorKind;
use processor::Transport;

use crate::error::{Error, Result};

/// How the processes of a client exchange bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collectives {
    /// The client has one process.
    #[default]
    None,
    /// By MPI, whose launcher has started the processes.
    Mpi,
}

/// A process among those of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of this process, from 0.
    pub id: usize,
    /// The number of processes.
    pub count: usize,
}

impl Node {
    /// The one process of a client.
    pub const ONLY: Self = Self { id: 0, count: 1 };
}

impl Collectives {
    /// The implementation of that name: `none` or `mpi`.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "mpi" => Some(Self::Mpi),
            _ => None,
        }
    }

    /// Joins the other processes. `given` is what the caller's options say about this process.
    ///
    /// # Errors
    /// The options and the implementation disagree, or MPI cannot be used.
    pub fn join(self, given: [Option<i64>; 2]) -> Result<(Node, Option<Arc<dyn Transport>>)> {
        let (node, transport): (Node, Option<Arc<dyn Transport>>) = match self {
            Self::None => (Node::ONLY, None),
            Self::Mpi => {
                let world = World::join().map_err(|error| {
                    let kind = match error.kind() {
                        mpi::ErrorKind::Communication => ErrorKind::Unavailable,
                        _ => ErrorKind::FailedPrecondition,
                    };
                    Error::new(kind, error.message())
                })?;
                (Node { id: world.rank(), count: world.size() }, Some(Arc::new(Mpi(world))))
            }
        };
        let own = [node.id as i64, node.count as i64];
        for ((name, given), own) in [("node_id", given[0]), ("num_nodes", given[1])].into_iter().zip(own) {
            if let Some(given) = given.filter(|given| *given != own) {
                let advice = match self {
                    Self::None => "several processes need the option collectives, which can be mpi",
                    Self::Mpi => "MPI counts the processes itself: leave the option out",
                };
                let by = if self == Self::Mpi { "MPI's" } else { "the client's" };
                return Err(Error::invalid(format!("option {name} is {given}, but {by} is {own}; {advice}")));
            }
        }
        Ok((node, transport.filter(|_| node.count > 1)))
    }
}

/// MPI's world as a transport of the processor.
#[derive(Debug)]
struct Mpi(&'static World);

impl Transport for Mpi {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn all_to_all(&self, send: &[u8], receive: &mut [u8]) -> Result<(), String> {
        self.0.all_to_all(send, receive).map_err(|e| e.to_string())
    }

    fn all_gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), String> {
        self.0.all_gather(own, all).map_err(|e| e.to_string())
    }
}

/// The length of a text that processes compare, in bytes.
const TEXT_BYTES: usize = 128;

/// Checks that a text is the same in all processes.
///
/// # Errors
/// It is not: the message names the first process that differs from process 0, and both texts.
pub fn check_same(transport: &dyn Transport, what: &str, text: &str) -> Result<()> {
    let mut own = [0; TEXT_BYTES];
    let len = text.len().min(TEXT_BYTES);
    own[..len].copy_from_slice(&text.as_bytes()[..len]);
    let mut all = vec![0; TEXT_BYTES * transport.size()];
    transport.all_gather(&own, &mut all).map_err(|message| Error::new(ErrorKind::Unavailable, message))?;
    let texts: Vec<&[u8]> = all.chunks(TEXT_BYTES).collect();
    let Some(other) = texts.iter().position(|text| *text != texts[0]) else { return Ok(()) };
    let show = |text: &[u8]| String::from_utf8_lossy(text).trim_end_matches('\0').to_string();
    let (first, second) = (show(texts[0]), show(texts[other]));
    Err(Error::new(
        ErrorKind::FailedPrecondition,
        format!("process {other} has another {what} than process 0: {second}, not {first}. Start all processes alike"),
    ))
}
