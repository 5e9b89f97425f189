//! JSON as Python's `json` writes and reads it, within a budget.
//!
//! Beyond the standard it has the numbers `NaN`, `Infinity` and `-Infinity`. The values of `serde_json` have
//! no place for them: here they are texts that begin with a noncharacter of Unicode, which no file may have,
//! and which [`number`] and [`as_number`] convert from and to numbers. As in Python, the last of several
//! members of the same name counts, a number beyond the largest is infinite, and whole numbers of any size
//! are read; those beyond 64 bits as the nearest float.
//!
//! ```
//! use keras::budget::Budget;
//! use keras::json;
//! let text = br#"{"mask_value": NaN, "limits": [-Infinity, 1e400, 1e16]}"#;
//! let read = json::read(text, &Budget::of_file(text.len() as u64))?;
//! assert!(json::as_number(&read["mask_value"]).is_some_and(f64::is_nan));
//! assert_eq!(json::as_number(&read["limits"][1]), Some(f64::INFINITY));
//! assert_eq!(json::write(&read), r#"{"mask_value":NaN,"limits":[-Infinity,Infinity,1e+16]}"#);
//! # Ok::<(), String>(())
//! ```

mod number;
mod read;
mod write;

pub use number::{as_number, number};
pub(crate) use read::memory;
pub use read::{parse, read};
pub use write::{brief, write, write_pretty};
