//! Handles: the numbers by which requests name arrays, executables, futures and host buffers.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of an array, an executable, a future or a host buffer of a session. On the wire zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(NonZeroU64);

impl Handle {
    /// The first handle that a server chooses: 2^48. Those of a client begin at 1.
    pub const FIRST_OF_SERVER: u64 = 1 << 48;

    /// The handle of a number on the wire; `None` for zero.
    pub fn from_wire(number: u64) -> Option<Handle> {
        NonZeroU64::new(number).map(Handle)
    }

    /// The number on the wire.
    pub fn get(self) -> u64 {
        self.0.get()
    }

    /// True if a server chose it.
    pub fn is_of_server(self) -> bool {
        self.get() >= Handle::FIRST_OF_SERVER
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Chooses handles that were not used before in a session.
///
/// ```
/// use ifrt_proxy::Handles;
///
/// let (client, server) = (Handles::of_client(), Handles::of_server());
/// assert_eq!((client.next().get(), client.next().get(), server.next().get()), (1, 2, 1 << 48));
/// ```
#[derive(Debug)]
pub struct Handles {
    next: AtomicU64,
}

impl Handles {
    /// Those of a client: from 1 up.
    pub fn of_client() -> Handles {
        Handles { next: AtomicU64::new(1) }
    }

    /// Those of a server: from 2^48 up.
    pub fn of_server() -> Handles {
        Handles { next: AtomicU64::new(Handle::FIRST_OF_SERVER) }
    }

    /// The next handle.
    pub fn next(&self) -> Handle {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        // 2^48 handles take decades; the counter does not come round to zero.
        Handle(NonZeroU64::new(number).unwrap_or(NonZeroU64::MIN))
    }
}
