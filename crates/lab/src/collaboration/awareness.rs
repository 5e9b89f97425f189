//! Awareness: what users see of each other, such as names and cursors.
//!
//! A state belongs to the connection that brought it last, and goes with it, so that who has left is not
//! shown until a time is over. States are JSON of the pages; a server only passes them on.

use std::collections::HashMap;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::lib0::{Reader, write_buffer, write_number};

/// States of a room.
const MAX_STATES: usize = 1000;
/// Bytes of a state.
const MAX_STATE_BYTES: usize = 64 << 10;
/// What stands for a state that is gone.
const GONE: &str = "null";

/// A state, by the number of a Yjs client.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    clock: u32,
    json: String,
    /// The connection that brought it.
    owner: u64,
}

/// The states of a room.
#[derive(Debug, Default)]
pub struct Awareness(HashMap<u64, State>);

impl Awareness {
    /// Takes states that a connection sent; none if they are malformed, or too many.
    pub fn apply(&mut self, sent: &[u8], owner: u64) -> Option<()> {
        let mut reader = Reader(sent);
        let mut new = Vec::new();
        for _ in 0..reader.count()? {
            let (client, clock, json) = (reader.number()?, reader.number_u32()?, reader.text()?);
            // A page would stumble over what is no JSON.
            serde_json::from_str::<IgnoredAny>(json).ok().filter(|_| json.len() <= MAX_STATE_BYTES)?;
            new.push((client, clock, json));
        }
        for (client, clock, json) in new {
            let known = self.0.get(&client).map(|state| state.clock);
            match json {
                GONE if known.is_some_and(|known| known <= clock) => _ = self.0.remove(&client),
                GONE => {}
                _ if known.is_some_and(|known| known >= clock) => {}
                _ if known.is_none() && self.0.len() == MAX_STATES => return None,
                _ => _ = self.0.insert(client, State { clock, json: json.into(), owner }),
            }
        }
        reader.0.is_empty().then_some(())
    }

    /// All states, for who comes; none if there are none.
    pub fn all(&self) -> Option<Vec<u8>> {
        let states: Vec<_> = self.0.iter().map(|(client, state)| (*client, state.clock, state.json.as_str())).collect();
        write(&states)
    }

    /// Forgets the states of a connection that has ended, and returns what says so to the others.
    pub fn leave(&mut self, owner: u64) -> Option<Vec<u8>> {
        let gone: Vec<_> = self.0.extract_if(|_, state| state.owner == owner).collect();
        let gone: Vec<_> = gone.iter().map(|(client, state)| (*client, state.clock.saturating_add(1), GONE)).collect();
        write(&gone)
    }

    /// Whether the document saves itself. It does unless all pages say no, in the field `autosave` of their
    /// states.
    pub fn saves_itself(&self) -> bool {
        let says_no = |state: &State| {
            serde_json::from_str::<Value>(&state.json).is_ok_and(|state| state["autosave"] == Value::Bool(false))
        };
        self.0.is_empty() || !self.0.values().all(says_no)
    }
}

fn write(states: &[(u64, u32, &str)]) -> Option<Vec<u8>> {
    if states.is_empty() {
        return None;
    }
    let mut out = Vec::new();
    write_number(&mut out, states.len() as u64);
    for (client, clock, json) in states {
        write_number(&mut out, *client);
        write_number(&mut out, u64::from(*clock));
        write_buffer(&mut out, json.as_bytes());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_goes_with_the_connection_that_brought_it_last() {
        let mut awareness = Awareness::default();
        assert_eq!(awareness.all(), None);
        let state = |clock, json| write(&[(7, clock, json)]).unwrap();
        assert!(awareness.apply(&state(1, r#"{"a":1}"#), 1).is_some());
        // Another page repeats what it heard: the state is still the first one's.
        assert!(awareness.apply(&state(1, r#"{"a":1}"#), 2).is_some());
        assert_eq!(awareness.leave(2), None);
        // The same page connects again before its old connection is found to be gone.
        assert!(awareness.apply(&state(2, r#"{"a":2}"#), 3).is_some());
        assert_eq!(awareness.leave(1), None);
        assert_eq!(awareness.all(), Some(state(2, r#"{"a":2}"#)));
        assert_eq!(awareness.leave(3), Some(state(3, "null")));
        assert_eq!(awareness.all(), None);
    }

    #[test]
    fn what_pages_would_stumble_over_is_refused() {
        let mut awareness = Awareness::default();
        let large = format!("\"{}\"", "x".repeat(MAX_STATE_BYTES));
        for json in ["{", "", &large] {
            assert!(awareness.apply(&write(&[(7, 1, json)]).unwrap(), 1).is_none(), "{json}");
        }
        assert!(awareness.apply(&[200, 1], 1).is_none() && awareness.apply(&[0, 0], 1).is_none());
        for client in 0..MAX_STATES as u64 {
            assert!(awareness.apply(&write(&[(client, 1, "{}")]).unwrap(), 1).is_some());
        }
        assert!(awareness.apply(&write(&[(1 << 40, 1, "{}")]).unwrap(), 1).is_none());
    }

    #[test]
    fn a_room_saves_itself_unless_all_pages_say_no() {
        let mut awareness = Awareness::default();
        assert!(awareness.saves_itself());
        awareness.apply(&write(&[(1, 1, r#"{"autosave": false}"#)]).unwrap(), 1).unwrap();
        assert!(!awareness.saves_itself());
        awareness.apply(&write(&[(3, 1, "{}")]).unwrap(), 1).unwrap();
        assert!(awareness.saves_itself());
    }
}
