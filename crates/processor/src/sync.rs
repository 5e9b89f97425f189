//! Locks, whether or not a holder has panicked.
//!
//! All critical sections of this crate leave their data consistent wherever they could panic, so a poisoned
//! lock says nothing about the data. The panic itself is reported as an error by the thread that it happened
//! on.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Locks a mutex.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a notification, which may also be spurious.
pub(crate) fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
