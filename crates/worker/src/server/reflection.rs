//! Reflection: which services and calls there are, for tools such as `grpcurl`.

use ifrt_proxy::stub::SERVICE_NAME;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet, MethodDescriptorProto,
    ServiceDescriptorProto,
};
use tonic_reflection::server::{Builder, Error, v1, v1alpha};

const PACKAGE: &str = "xla.ifrt.proxy";
const FILE: &str = "xla/python/ifrt_proxy/common/grpc_ifrt_service.proto";

/// The calls: name, messages, and whether the client and the server send a stream of them.
const CALLS: [(&str, &str, &str, bool, bool); 6] = [
    ("GetVersion", "GrpcGetVersionRequest", "GrpcGetVersionResponse", false, false),
    ("IfrtSession", "IfrtRequest", "IfrtResponse", true, true),
    ("HostBufferStore", "GrpcHostBufferStoreRequest", "GrpcHostBufferStoreResponse", true, false),
    ("HostBufferLookup", "GrpcHostBufferLookupRequest", "GrpcHostBufferLookupResponse", false, true),
    ("HostBufferDelete", "GrpcHostBufferDeleteRequest", "GrpcHostBufferDeleteResponse", false, false),
    ("HostBufferReadFromDisk", "GrpcHostBufferReadFromDiskRequest", "GrpcHostBufferReadFromDiskResponse", false, false),
];

/// The fields of the messages that a person may want to send by hand: message, field, number, type. Of the
/// others only the names are described.
const FIELDS: [(&str, &str, i32, Type, Option<&str>); 11] = [
    ("IfrtProxyVersion", "protocol_version", 1, Type::Int32, None),
    ("IfrtProxyVersion", "ifrt_serdes_version_number", 2, Type::Int32, None),
    ("GrpcGetVersionRequest", "min_version", 1, Type::Message, Some("IfrtProxyVersion")),
    ("GrpcGetVersionRequest", "max_version", 2, Type::Message, Some("IfrtProxyVersion")),
    ("GrpcGetVersionResponse", "version", 1, Type::Message, Some("IfrtProxyVersion")),
    ("GrpcHostBufferStoreRequest", "data", 1, Type::Bytes, None),
    ("GrpcHostBufferLookupRequest", "session_id", 1, Type::Fixed64, None),
    ("GrpcHostBufferLookupRequest", "handle", 2, Type::Fixed64, None),
    ("GrpcHostBufferLookupResponse", "data", 1, Type::Bytes, None),
    ("GrpcHostBufferDeleteRequest", "session_id", 1, Type::Fixed64, None),
    ("GrpcHostBufferDeleteRequest", "handle", 2, Type::Fixed64, None),
];

/// The reflection service, version 1.
///
/// # Errors
/// A description refers to a message that is not described.
pub fn service() -> Result<v1::ServerReflectionServer<impl v1::ServerReflection>, Error> {
    described().build_v1()
}

/// The same in the version before, which is all that `grpcio-reflection` for Python asks for.
///
/// # Errors
/// As [`service`].
pub fn service_v1alpha() -> Result<v1alpha::ServerReflectionServer<impl v1alpha::ServerReflection>, Error> {
    described().build_v1alpha()
}

fn described() -> Builder<'static> {
    Builder::configure()
        .register_file_descriptor_set(FileDescriptorSet { file: vec![file()] })
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

fn file() -> FileDescriptorProto {
    let mut names: Vec<&str> = CALLS.iter().flat_map(|call| [call.1, call.2]).chain(["IfrtProxyVersion"]).collect();
    names.dedup();
    let field = |(_, name, number, kind, of): &(&str, &str, i32, Type, Option<&str>)| FieldDescriptorProto {
        name: Some((*name).into()),
        number: Some(*number),
        label: Some(Label::Optional.into()),
        r#type: Some((*kind).into()),
        type_name: of.map(|of| format!(".{PACKAGE}.{of}")),
        ..FieldDescriptorProto::default()
    };
    let message = |name: &&str| DescriptorProto {
        name: Some((*name).into()),
        field: FIELDS.iter().filter(|(message, ..)| message == name).map(field).collect(),
        ..DescriptorProto::default()
    };
    let method = |(name, input, output, client_streams, server_streams): &(&str, &str, &str, bool, bool)| {
        MethodDescriptorProto {
            name: Some((*name).into()),
            input_type: Some(format!(".{PACKAGE}.{input}")),
            output_type: Some(format!(".{PACKAGE}.{output}")),
            client_streaming: Some(*client_streams),
            server_streaming: Some(*server_streams),
            options: None,
        }
    };
    FileDescriptorProto {
        name: Some(FILE.into()),
        package: Some(PACKAGE.into()),
        message_type: names.iter().map(message).collect(),
        service: vec![ServiceDescriptorProto {
            name: SERVICE_NAME.rsplit('.').next().map(Into::into),
            method: CALLS.iter().map(method).collect(),
            options: None,
        }],
        syntax: Some("proto3".into()),
        ..FileDescriptorProto::default()
    }
}
