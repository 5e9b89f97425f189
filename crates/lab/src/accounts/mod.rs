//! Accounts: people with names, passwords and roles, in a file that `labora lab user` writes.

mod attempts;
mod file;
mod password;

pub use attempts::Attempts;
pub use file::{Account, Accounts, People, Quota, Role, change, check_name};
pub use password::{check_password, hash, verify};
