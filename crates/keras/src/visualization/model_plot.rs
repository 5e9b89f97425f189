//! What the drawing of a model's graph shows.

/// The direction from inputs to outputs in a drawing: Graphviz's `rankdir`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankDir {
    /// From top to bottom.
    #[default]
    TopBottom,
    /// From left to right.
    LeftRight,
}

impl RankDir {
    /// Graphviz's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopBottom => "TB",
            Self::LeftRight => "LR",
        }
    }
}

/// How the graph of a model is drawn: the arguments of Keras's `model_to_dot`, with its defaults.
///
/// ```
/// use keras::{Input, Model, layers::Dense, visualization::ModelPlot};
/// let input = Input::new([4]).name("rows");
/// let model = Model::new(&input, &Dense::new(2).name("score").call(&input)?)?;
/// let plot = ModelPlot::new().show_shapes(true);
/// assert!(plot.svg(&model).starts_with("<svg"));
/// assert!(plot.dot(&model).contains("<b>score</b> (Dense)"));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModelPlot {
    pub(super) show_shapes: bool,
    pub(super) show_dtype: bool,
    pub(super) show_layer_names: bool,
    pub(super) show_layer_activations: bool,
    pub(super) show_trainable: bool,
    pub(super) expand_nested: bool,
    pub(super) rankdir: RankDir,
}

impl Default for ModelPlot {
    fn default() -> Self {
        Self {
            show_shapes: false,
            show_dtype: false,
            show_layer_names: true,
            show_layer_activations: false,
            show_trainable: false,
            expand_nested: false,
            rankdir: RankDir::TopBottom,
        }
    }
}

/// Declares a setter for each field.
macro_rules! setters {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ty;)*) => {
        $(
            $(#[doc = $doc])*
            #[must_use]
            pub fn $field(self, $field: $type) -> Self {
                Self { $field, ..self }
            }
        )*
    };
}

impl ModelPlot {
    /// Boxes with the names and classes of layers, from top to bottom.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// If true, boxes have the shapes of inputs and outputs. Default: false.
        show_shapes: bool;
        /// If true, boxes have the element type of the output. Default: false.
        show_dtype: bool;
        /// If true, boxes have the names of the layers beside their classes. Default: true.
        show_layer_names: bool;
        /// If true, boxes have the activations of layers that have one. Default: false.
        show_layer_activations: bool;
        /// If true, boxes say whether training updates the layer's weights. Default: false.
        show_trainable: bool;
        /// If true, nested models are frames around the boxes of their layers. Default: false.
        expand_nested: bool;
        /// The direction from inputs to outputs. Default: from top to bottom.
        rankdir: RankDir;
    }
}
