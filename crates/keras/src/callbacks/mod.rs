//! Callbacks: hooks that `fit`, `evaluate` and `predict` call at the beginning and end of runs, epochs and
//! batches.

mod backup_and_restore;
mod batch_count;
mod callback;
mod context;
mod csv_logger;
mod early_stopping;
mod early_stopping_files;
mod history;
mod lambda;
mod learning_rate;
mod list;
mod logs;
mod model_checkpoint;
mod monitor;
mod progbar_logger;
mod setters;
mod swap_ema_weights;
mod tensorboard;
mod terminate_on_nan;

pub use backup_and_restore::BackupAndRestore;
pub use callback::Callback;
pub use context::{ModelHandle, Run, TrainContext};
pub use csv_logger::CsvLogger;
pub use early_stopping::EarlyStopping;
pub use history::History;
pub use lambda::LambdaCallback;
pub use learning_rate::{LearningRateScheduler, ReduceLrOnPlateau};
pub use list::CallbackList;
pub use logs::Logs;
pub use model_checkpoint::ModelCheckpoint;
pub use monitor::{Mode, Monitor};
pub use progbar_logger::ProgbarLogger;
pub use swap_ema_weights::SwapEmaWeights;
pub use tensorboard::TensorBoard;
pub use terminate_on_nan::TerminateOnNan;
