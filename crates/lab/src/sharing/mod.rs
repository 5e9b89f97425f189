//! Sharing: who besides its owner has a document, what they may do with it, and what is said about it.
//!
//! # Structure
//! * `right` are the rights, `document` is a document with its guests, its link and its comments.
//! * `comments` are threads about a document or one of its cells.
//! * `table` has all documents, each in a file of the state folder, and the lists of guests.

mod comments;
mod document;
mod right;
mod table;
#[cfg(test)]
mod tests;

pub use comments::Comments;
pub use document::SharedDocument;
pub use right::ShareRight;
pub use table::{Listed, ShareTable};
