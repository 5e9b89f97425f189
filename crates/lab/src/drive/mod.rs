//! The drive: notebooks and files in a plain folder, as Jupyter's contents service has them.

mod add;
mod checkpoints;
mod copy;
mod folder;
mod limit;
mod media_type;
mod model;
mod path;
mod revision_store;
mod revisions;
mod root;
mod save;
mod volume;

pub use folder::Folder;
pub use media_type::media_type;
pub use model::{Format, GetOptions, Kind};
pub use path::{DrivePath, split_extension};
pub use volume::Drive;
