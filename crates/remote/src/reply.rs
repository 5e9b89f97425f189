//! Answers that are on their way.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

use ifrt_proxy::{Code, Error, Result};

/// A result that the server will tell.
#[derive(Debug)]
pub struct Reply<T> {
    receiver: Receiver<Result<T>>,
}

/// Where the result goes. If it is dropped, the reply is an error.
pub(crate) type Answer<T> = SyncSender<Result<T>>;

impl<T> Reply<T> {
    /// A reply and its other end.
    pub(crate) fn new() -> (Answer<T>, Reply<T>) {
        let (sender, receiver) = sync_channel(1);
        (sender, Reply { receiver })
    }

    /// Waits for the result.
    ///
    /// # Errors
    /// The request failed, or the connection is lost.
    pub fn wait(self) -> Result<T> {
        self.receiver.recv().unwrap_or_else(|_| Err(lost()))
    }

    /// The result if it is here, else the reply.
    ///
    /// # Errors
    /// None by itself: the result that is here may be an error.
    pub fn poll(self) -> std::result::Result<Result<T>, Reply<T>> {
        match self.receiver.try_recv() {
            Ok(result) => Ok(result),
            Err(TryRecvError::Empty) => Err(self),
            Err(TryRecvError::Disconnected) => Ok(Err(lost())),
        }
    }
}

/// The error of a request that the end of the session overtook.
pub(crate) fn lost() -> Error {
    Error::new(Code::Unavailable, "the session with the worker has ended: connect again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_polled_or_awaited() {
        let (answer, reply) = Reply::new();
        let reply = reply.poll().unwrap_err();
        answer.send(Ok(7)).unwrap();
        assert_eq!(reply.poll().unwrap(), Ok(7));

        let (answer, reply) = Reply::<u8>::new();
        drop(answer);
        assert_eq!(reply.wait().unwrap_err().code(), Code::Unavailable);
    }
}
