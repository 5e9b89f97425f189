//! Images of models and of their errors, as text: drawings of a model's graph, and confusion matrices.
//!
//! | item | what it is in Python |
//! |---|---|
//! | [`ModelPlot`] | `keras.utils.plot_model` and `keras.utils.model_to_dot`, without Graphviz |
//! | [`ConfusionMatrix`] | `sklearn.metrics.confusion_matrix` |
//! | [`DeviceModel::grad_cam`](crate::DeviceModel::grad_cam) | Keras's example of Grad-CAM |
//! | [`Model::output_of`](crate::Model::output_of) | a model to `get_layer(name).output` |

mod confusion_matrix;
mod dot;
mod draw;
mod graph;
mod label;
mod layout;
mod model_plot;
mod scene;
mod svg;
mod tiles;

pub use confusion_matrix::ConfusionMatrix;
pub use model_plot::{ModelPlot, RankDir};
