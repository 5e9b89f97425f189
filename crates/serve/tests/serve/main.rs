//! The server as a process: clients of both protocols, batches, its end, and clients that mean no good.

mod batching;
mod clients;
mod common;
mod end;
mod hostile;
mod kserve;
mod sizes;
mod tensorflow;
mod trials;
mod versions;
