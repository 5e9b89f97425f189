//! The objects that Keras registers: one declaration gives builder, configuration, and a row of the registry.
//!
//! [`object!`](crate::object) declares an object of some [`Kind`], such as `dyn Loss`. From the declaration
//! follow the struct, `new` with the required settings, a setter for each other setting,
//! [`get_config`](Object::get_config) and [`from_config`](Declared::from_config) as in Keras. The objects of
//! this crate are in every [`Registry`]; those of a user are added by [`Registry::add`] and are equals of the
//! others: by name, and in files.
//!
//! ```
//! use keras::losses::{Huber, Loss};
//! use keras::objects::{Handle, Registry};
//!
//! let huber: Handle<dyn Loss> = Huber::new().delta(2.0).into();
//! let json = huber.serialize();
//! assert_eq!(json["class_name"], "Huber");
//! assert_eq!(Registry::new().deserialize::<dyn Loss>(&json)?, huber);
//! # Ok::<(), keras::Error>(())
//! ```

mod config;
mod declare;
mod field;
mod lookup;
mod object;
mod registry;

pub use config::Config;
#[doc(hidden)]
pub use declare::is_built_in;
pub(crate) use declare::kind;
pub use field::Field;
pub(crate) use object::registered_name;
pub use object::{Declared, Handle, Kind, Object, Row};
pub use registry::Registry;
