//! Recurrent layers, and layers that apply others to sequences.

mod any_cell;
mod bidirectional;
mod carried;
mod cells;
mod conv_lstm;
mod dropout;
mod gru;
mod lstm;
mod recurrence;
mod simple_rnn;
mod stacked_cells;
mod time_distributed;

pub use any_cell::RNN;
pub use bidirectional::{Bidirectional, MergeMode};
pub use cells::{GRUCell, LSTMCell, SimpleRNNCell};
pub use conv_lstm::{ConvLSTM1D, ConvLSTM2D, ConvLSTM3D};
pub use gru::GRU;
pub use lstm::LSTM;
pub use simple_rnn::SimpleRNN;
pub use stacked_cells::StackedRNNCells;
pub use time_distributed::TimeDistributed;
