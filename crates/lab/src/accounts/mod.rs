//! Accounts: people with names, passwords and roles, in a file that `labora lab user` writes.

mod attempts;
mod check;
mod file;
mod password;
mod workers;

pub use attempts::network;
pub use check::Refusal;
pub use file::{Account, Accounts, People, Quota, Role, change, check_name};
pub use password::{check_password, hash, random_password};
