//! How connections end.

use serde_json::json;

/// Codes with which connections end. The page knows the first ones.
pub mod codes {
    /// The page tells its user the reason, and does not connect again.
    pub const STOP: u16 = 1003;
    /// The room has ended, or the client did not read; the page connects again.
    pub const AGAIN: u16 = 1011;
}

/// The reason for [`codes::STOP`], as the page reads it: it offers to load anew if that helps.
pub fn close_reason(reason: &str, is_reloadable: bool) -> String {
    // A close frame has at most 123 bytes of reason.
    let short: String = reason.chars().filter(char::is_ascii).take(50).collect();
    json!({"reason": "initialization_error", "reloadable": is_reloadable, "errorReason": short}).to_string()
}
