//! Recurrent layers, and layers that apply others to sequences.

mod bidirectional;
mod cells;
mod gru;
mod lstm;
mod recurrence;
mod simple_rnn;
mod time_distributed;

pub use bidirectional::{Bidirectional, MergeMode};
pub use cells::{GRUCell, LSTMCell, SimpleRNNCell};
pub use gru::GRU;
pub use lstm::LSTM;
pub use simple_rnn::SimpleRNN;
pub use time_distributed::TimeDistributed;
