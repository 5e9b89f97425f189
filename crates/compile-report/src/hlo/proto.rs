//! The protobuf messages, with the fields that are read. Field numbers are those of `xla/service/hlo.proto`
//! and `xla/xla_data.proto`; fields that are not declared are skipped.

use prost::Message;

/// `HloModuleProtoWithConfig`
#[derive(Clone, PartialEq, Message)]
pub(super) struct ModuleWithConfig {
    #[prost(message, optional, tag = "1")]
    pub module: Option<Module>,
}

/// `HloModuleProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Module {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(message, repeated, tag = "3")]
    pub computations: Vec<Computation>,
    #[prost(int64, tag = "6")]
    pub entry_computation_id: i64,
}

/// `HloComputationProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Computation {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(message, repeated, tag = "2")]
    pub instructions: Vec<Instruction>,
    #[prost(int64, tag = "5")]
    pub id: i64,
    #[prost(int64, tag = "6")]
    pub root_id: i64,
}

/// `HloInstructionProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Instruction {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub opcode: String,
    #[prost(message, optional, tag = "3")]
    pub shape: Option<Shape>,
    #[prost(message, optional, tag = "7")]
    pub metadata: Option<OpMetadata>,
    #[prost(int64, tag = "9")]
    pub parameter_number: i64,
    #[prost(string, tag = "11")]
    pub fusion_kind: String,
    #[prost(int64, tag = "13")]
    pub tuple_index: i64,
    #[prost(message, optional, tag = "15")]
    pub window: Option<Window>,
    #[prost(message, optional, tag = "16")]
    pub convolution: Option<ConvolutionDimensionNumbers>,
    #[prost(string, tag = "28")]
    pub custom_call_target: String,
    #[prost(message, optional, tag = "30")]
    pub dot: Option<DotDimensionNumbers>,
    #[prost(int64, tag = "35")]
    pub id: i64,
    #[prost(int64, repeated, tag = "36")]
    pub operand_ids: Vec<i64>,
    #[prost(int64, repeated, tag = "38")]
    pub called_computation_ids: Vec<i64>,
    #[prost(bytes = "vec", tag = "43")]
    pub backend_config: Vec<u8>,
    #[prost(message, optional, tag = "51")]
    pub precision: Option<PrecisionConfig>,
}

/// `PrecisionConfig`
#[derive(Clone, PartialEq, Message)]
pub(super) struct PrecisionConfig {
    #[prost(int32, repeated, tag = "1")]
    pub operand_precision: Vec<i32>,
}

/// `OpMetadata`
#[derive(Clone, PartialEq, Message)]
pub(super) struct OpMetadata {
    #[prost(string, tag = "2")]
    pub op_name: String,
    #[prost(string, tag = "3")]
    pub source_file: String,
    #[prost(int32, tag = "4")]
    pub source_line: i32,
}

/// `ShapeProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Shape {
    #[prost(int32, tag = "2")]
    pub element_type: i32,
    #[prost(int64, repeated, tag = "3")]
    pub dimensions: Vec<i64>,
    #[prost(message, repeated, tag = "4")]
    pub tuple_shapes: Vec<Shape>,
    #[prost(message, optional, tag = "5")]
    pub layout: Option<Layout>,
}

/// `LayoutProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Layout {
    #[prost(int64, repeated, tag = "1")]
    pub minor_to_major: Vec<i64>,
    #[prost(message, repeated, tag = "6")]
    pub tiles: Vec<Tile>,
    #[prost(int64, tag = "7")]
    pub element_size_in_bits: i64,
    #[prost(int64, tag = "8")]
    pub memory_space: i64,
}

/// `TileProto`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Tile {
    #[prost(int64, repeated, tag = "1")]
    pub dimensions: Vec<i64>,
}

/// `Window`
#[derive(Clone, PartialEq, Message)]
pub(super) struct Window {
    #[prost(message, repeated, tag = "1")]
    pub dimensions: Vec<WindowDimension>,
}

/// `WindowDimension`
#[derive(Clone, PartialEq, Message)]
pub(super) struct WindowDimension {
    #[prost(int64, tag = "1")]
    pub size: i64,
    #[prost(int64, tag = "2")]
    pub stride: i64,
    #[prost(int64, tag = "3")]
    pub padding_low: i64,
    #[prost(int64, tag = "5")]
    pub window_dilation: i64,
    #[prost(int64, tag = "6")]
    pub base_dilation: i64,
}

/// `ConvolutionDimensionNumbers`
#[derive(Clone, PartialEq, Message)]
pub(super) struct ConvolutionDimensionNumbers {
    #[prost(int64, tag = "3")]
    pub kernel_input_feature_dimension: i64,
    #[prost(int64, repeated, tag = "11")]
    pub input_spatial_dimensions: Vec<i64>,
    #[prost(int64, repeated, tag = "12")]
    pub output_spatial_dimensions: Vec<i64>,
}

/// `DotDimensionNumbers`
#[derive(Clone, PartialEq, Message)]
pub(super) struct DotDimensionNumbers {
    #[prost(int64, repeated, tag = "1")]
    pub lhs_contracting_dimensions: Vec<i64>,
}
