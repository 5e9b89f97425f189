//! A thread that produces items ahead of their use.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

use crate::error::{Error, ErrorKind, Result};

/// Items that a thread produces in order. It ends with the last item, or when this is dropped.
pub(crate) struct Background<T> {
    /// `None` once this is dropped, which the thread notices at its next item.
    items: Option<Receiver<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts a thread that calls `produce` until it returns `None`. The thread has up to `ahead` items
    /// ready, and holds one more while it waits.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the system has no more threads.
    pub fn spawn(ahead: usize, mut produce: impl FnMut() -> Option<T> + Send + 'static) -> Result<Self> {
        let (sender, items) = sync_channel(ahead);
        let run = move || {
            while let Some(item) = produce() {
                if sender.send(item).is_err() {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().name("keras data".into()).spawn(run);
        let thread =
            thread.map_err(|e| Error::new(ErrorKind::Device, format!("cannot start a thread for data: {e}")))?;
        Ok(Self { items: Some(items), thread: Some(thread) })
    }

    /// Waits for the next item; `None` after the last one.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] if the thread has panicked.
    pub fn next(&mut self) -> Result<Option<T>> {
        if let Some(item) = self.items.as_ref().and_then(|items| items.recv().ok()) {
            return Ok(Some(item));
        }
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(_)) => Err(panicked()),
            _ => Ok(None),
        }
    }
}

/// The error of a thread that has panicked; the thread has printed why.
pub(super) fn panicked() -> Error {
    Error::new(ErrorKind::Data, "a thread that loads data has panicked: see its message above")
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        drop(self.items.take());
        // What the thread holds must be freed before the device. `next` has reported a panic.
        self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_items_than_asked_for_are_produced_ahead() {
        let produced = Arc::new(AtomicUsize::new(0));
        let counter = produced.clone();
        let mut items = Background::spawn(2, move || Some(counter.fetch_add(1, Ordering::SeqCst))).unwrap();
        for taken in 0..4 {
            assert_eq!(items.next().unwrap(), Some(taken));
            assert!(produced.load(Ordering::SeqCst) <= taken + 4);
        }
        drop(items);
        assert!(produced.load(Ordering::SeqCst) <= 7);
    }

    #[test]
    fn a_panic_is_an_error() {
        let mut first = true;
        let produce = move || if std::mem::take(&mut first) { Some(1) } else { panic!("no such batch") };
        let mut items = Background::spawn(0, produce).unwrap();
        assert_eq!(items.next().unwrap(), Some(1));
        assert_eq!(items.next().unwrap_err().kind(), ErrorKind::Data);
        assert_eq!(items.next().unwrap(), None);
    }
}
