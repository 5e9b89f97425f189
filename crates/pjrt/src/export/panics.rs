//! Panics: none may cross into C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls `work`. If it panics, returns the panic's message.
///
/// The plugin's objects stay usable after a panic: their mutable state is behind locks, and valid after every
/// statement.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic).to_string())
}

/// Calls `work`. If it panics, returns `default`.
pub fn catch_or<T>(default: T, work: impl FnOnce() -> T) -> T {
    catch(work).unwrap_or(default)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_replaced_by_the_default() {
        assert_eq!(catch_or(1, || panic!("once")), 1);
        assert_eq!(catch_or(1, || 2), 2);
    }
}
