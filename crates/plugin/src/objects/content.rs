//! The content of a buffer, which may be yet to come.

use std::sync::{Arc, Mutex, MutexGuard};

use pjrt::export::Event;

use crate::error::{Error, Result};
use crate::memory_account::Reservation;

/// The content of a buffer: memory, or the promise of it. Clones share it.
#[derive(Clone)]
pub struct Content {
    value: Value,
    /// The share of the client's memory that the content takes, until its last clone is dropped.
    reservation: Option<Arc<Reservation>>,
}

#[derive(Clone)]
enum Value {
    Present(processor::Buffer),
    Promised(Arc<Promise>),
}

/// Memory that a run is going to write.
struct Promise {
    value: Mutex<Option<Result<processor::Buffer>>>,
    event: Event,
}

impl Promise {
    fn lock(&self) -> MutexGuard<'_, Option<Result<processor::Buffer>>> {
        self.value.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// The duty to fulfil a promise. If it is dropped, the promise is broken with an error.
pub struct Fulfilment(Option<Arc<Promise>>);

impl Content {
    pub fn present(memory: processor::Buffer, reservation: Option<Arc<Reservation>>) -> Self {
        Self { value: Value::Present(memory), reservation }
    }

    /// Content that is yet to come, and the duty to provide it.
    pub fn promised(reservation: Option<Arc<Reservation>>) -> (Self, Fulfilment) {
        let promise = Arc::new(Promise { value: Mutex::new(None), event: Event::pending() });
        let fulfilment = Fulfilment(Some(promise.clone()));
        (Self { value: Value::Promised(promise), reservation }, fulfilment)
    }

    /// The same content, of which another holder has a reservation of its own.
    pub fn shared_with(&self, reservation: Option<Arc<Reservation>>) -> Self {
        Self { value: self.value.clone(), reservation }
    }

    pub fn reservation(&self) -> Option<&Arc<Reservation>> {
        self.reservation.as_ref()
    }

    /// The event that is ready with the content.
    pub fn event(&self) -> Event {
        match &self.value {
            Value::Present(_) => Event::ready(),
            Value::Promised(promise) => promise.event.clone(),
        }
    }

    pub fn is_ready(&self) -> bool {
        match &self.value {
            Value::Present(_) => true,
            Value::Promised(promise) => promise.event.is_ready(),
        }
    }

    /// Returns true if the content is never going to be there, since the run that was to write it failed.
    pub fn has_failed(&self) -> bool {
        matches!(self.event().outcome(), Some(Err(_)))
    }

    /// The memory, once it is there.
    ///
    /// # Errors
    /// The error of the run that was to write it, or as [`Event::wait`].
    pub fn wait(&self) -> Result<processor::Buffer> {
        match &self.value {
            Value::Present(memory) => Ok(memory.clone()),
            Value::Promised(promise) => {
                promise.event.wait()?;
                promise.lock().clone().unwrap_or_else(|| Err(broken()))
            }
        }
    }

    /// As [`wait`](Self::wait), for the last time: the memory has no other holder if the content had none.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn take(self) -> Result<processor::Buffer> {
        match self.value {
            Value::Present(memory) => Ok(memory),
            Value::Promised(promise) => {
                promise.event.wait()?;
                match Arc::try_unwrap(promise) {
                    Ok(promise) => {
                        promise.value.into_inner().unwrap_or_else(|e| e.into_inner()).unwrap_or_else(|| Err(broken()))
                    }
                    Err(promise) => promise.lock().clone().unwrap_or_else(|| Err(broken())),
                }
            }
        }
    }

    /// Calls `receiver` with the memory once it is there: now, or on the thread that provides it.
    pub fn on_ready(&self, receiver: impl FnOnce(Result<processor::Buffer>) + Send + 'static) {
        let content = self.clone();
        self.event().on_ready(move |outcome| receiver(outcome.map_err(Into::into).and_then(|()| content.wait())));
    }
}

impl Fulfilment {
    /// Fulfils the promise, or breaks it with an error.
    pub fn fulfil(mut self, value: Result<processor::Buffer>) {
        self.set(value);
    }

    fn set(&mut self, value: Result<processor::Buffer>) {
        let Some(promise) = self.0.take() else { return };
        let (event, outcome) = (promise.event.clone(), value.as_ref().map(drop).map_err(|error| error.clone().into()));
        *promise.lock() = Some(value);
        // Before the event: who waits for it may then be the only holder of the memory.
        drop(promise);
        event.set(outcome);
    }
}

impl Drop for Fulfilment {
    fn drop(&mut self) {
        self.set(Err(broken()));
    }
}

fn broken() -> Error {
    Error::new(pjrt::ErrorKind::Cancelled, "the run that was to compute this array was abandoned")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stablehlo::{ElementType, TensorType};

    fn memory(byte: u8) -> processor::Buffer {
        processor::Buffer::from_bytes(TensorType::new(ElementType::Ui8, [1]), &[byte]).unwrap()
    }

    #[test]
    fn a_promise_is_fulfilled_once_and_its_only_holder_takes_the_memory() {
        let (content, fulfilment) = Content::promised(None);
        let (clone, event) = (content.clone(), content.event());
        let (sender, receiver) = std::sync::mpsc::channel();
        clone.on_ready(move |memory| sender.send(memory.unwrap().as_bytes()[0]).unwrap());
        assert!(!content.is_ready());
        fulfilment.fulfil(Ok(memory(7)));
        assert!(content.is_ready() && event.is_ready());
        assert_eq!(receiver.recv(), Ok(7));
        assert_eq!(content.wait().unwrap().as_bytes(), [7]);
        drop(content);
        assert_eq!(clone.take().unwrap().as_bytes(), [7]);
    }

    #[test]
    fn a_broken_promise_is_an_error() {
        let (content, fulfilment) = Content::promised(None);
        drop(fulfilment);
        assert!(content.wait().unwrap_err().message().contains("abandoned"));
        let (content, fulfilment) = Content::promised(None);
        fulfilment.fulfil(Err(Error::invalid("it failed")));
        assert_eq!(content.event().outcome().unwrap().unwrap_err().message(), "it failed");
        assert_eq!(content.take().unwrap_err().message(), "it failed");
    }
}
