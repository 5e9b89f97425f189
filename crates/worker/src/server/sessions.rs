//! The open sessions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ifrt_proxy::{Code, Error, Result};
use tokio::sync::watch;

use super::connection::Peer;
use crate::session::Session;

/// The open sessions, by their numbers.
#[derive(Default)]
pub struct Sessions {
    open: Mutex<HashMap<u64, (Arc<Session>, Peer)>>,
    /// Their number, for whoever waits until there are none.
    count: watch::Sender<usize>,
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, (Arc<Session>, Peer)>> {
        // The map is valid after every statement.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that no session has and that cannot be guessed: it is all that calls which move host buffers
    /// need to know.
    ///
    /// # Errors
    /// The system gives no random numbers, or `max` sessions are open.
    pub fn new_id(&self, max: usize) -> Result<u64> {
        let open = self.lock();
        if open.len() >= max {
            let text = format!("{max} sessions are open, the most that this worker allows (--max-sessions)");
            return Err(Error::new(Code::ResourceExhausted, text));
        }
        loop {
            let mut bytes = [0; 8];
            getrandom::fill(&mut bytes).map_err(|e| Error::internal(format!("random numbers of the system: {e}")))?;
            let id = u64::from_ne_bytes(bytes);
            if id != 0 && !open.contains_key(&id) {
                return Ok(id);
            }
        }
    }

    /// Adds a session of a peer.
    pub fn open(&self, session: &Arc<Session>, peer: Peer) {
        let mut open = self.lock();
        open.insert(session.id(), (session.clone(), peer));
        self.count.send_replace(open.len());
    }

    /// Removes a session.
    pub fn close(&self, id: u64) {
        let mut open = self.lock();
        let closed = open.remove(&id);
        let count = open.len();
        drop(open);
        // Its arrays are freed here, or by whoever still uses it, while no lock is held.
        drop(closed);
        self.count.send_replace(count);
    }

    /// The session with this number, if it is the peer's own. Others learn nothing about it.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, id: u64, peer: Peer) -> Result<Arc<Session>> {
        let open = self.lock();
        let found = open.get(&id).filter(|(_, owner)| *owner == peer).map(|(session, _)| session.clone());
        found.ok_or_else(|| Error::new(Code::NotFound, "the worker has no such session of this client"))
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Waits until no session is open.
    pub async fn all_closed(&self) {
        // The sender lives as long as this value.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}
