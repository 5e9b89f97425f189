//! Requests and responses of a session, and the one table of their kinds.
//! (`ifrt_proxy/common/ifrt_service.proto`)

use std::fmt;

use prost::{Message, Oneof};

use super::arrays::*;
use super::executables::*;
use super::session::*;

/// Stands for a message whose content this crate skips. A server answers its kind with `UNIMPLEMENTED`.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct Unread {}

macro_rules! kinds {
    ($tags:tt; $($kind:ident $tag:tt: $request:ident => $response:ident, $what:literal;)*) => {
        /// A request of a session. A server carries out the requests of a session in order.
        #[derive(Clone, PartialEq, Message)]
        pub struct IfrtRequest {
            /// The number of the request.
            #[prost(message, optional, tag = "1")]
            pub request_metadata: Option<RequestMetadata>,
            /// The request; none if its kind is newer than this crate.
            #[prost(oneof = "Request", tags = $tags)]
            pub request: Option<Request>,
        }

        /// The answer to a request.
        #[derive(Clone, PartialEq, Message)]
        pub struct IfrtResponse {
            /// The number of the request, and its error.
            #[prost(message, optional, tag = "1")]
            pub response_metadata: Option<ResponseMetadata>,
            /// The answer; none if the request failed.
            #[prost(oneof = "Response", tags = $tags)]
            pub response: Option<Response>,
        }

        /// The kinds of requests.
        #[derive(Clone, PartialEq, Oneof)]
        #[allow(clippy::large_enum_variant)] // Requests live briefly, one at a time.
        pub enum Request {
            $(#[doc = $what] #[prost(message, tag = $tag)] $kind($request),)*
        }

        /// The kinds of answers; see [`Request`].
        #[derive(Clone, PartialEq, Oneof)]
        #[allow(clippy::large_enum_variant)] // Answers live briefly, one at a time.
        pub enum Response {
            $(#[doc = concat!("Answers [`Request::", stringify!($kind), "`].")]
            #[prost(message, tag = $tag)] $kind($response),)*
        }

        /// The kind of a request or an answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $(#[doc = $what] $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// The number of the kind's field in a request and in an answer.
            pub fn tag(self) -> u32 {
                let tag = match self { $(Kind::$kind => $tag,)* };
                tag.parse().unwrap_or_default()
            }

            /// The name of the kind, that of its messages without `Request` or `Response`.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$kind => stringify!($kind),)* }
            }

            /// False if this crate skips the content of the kind's messages.
            pub fn is_read(self) -> bool {
                match self { $(Kind::$kind => stringify!($request) != "Unread",)* }
            }
        }

        impl Request {
            /// The kind of the request.
            pub fn kind(&self) -> Kind {
                match self { $(Request::$kind(_) => Kind::$kind,)* }
            }
        }

        impl Response {
            /// The kind of the answer.
            pub fn kind(&self) -> Kind {
                match self { $(Response::$kind(_) => Kind::$kind,)* }
            }
        }

        /// An empty request of each kind.
        #[cfg(test)]
        pub(crate) fn one_of_each() -> Vec<(Request, Response)> {
            vec![$((Request::$kind($request::default()), Response::$kind($response::default())),)*]
        }
    };
}

kinds! {
    "2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34";
    Init "2": InitRequest => InitResponse, "Opens the session.";
    CheckFuture "3": CheckFutureRequest => CheckFutureResponse, "Waits for a future.";
    CheckValueReady "8": CheckValueReadyRequest => CheckValueReadyResponse, "Waits for values of arrays.";
    MakeArrayFromHostBuffer "4": MakeArrayFromHostBufferRequest => ArrayResponse, "Makes an array of a host buffer.";
    MakeArraysFromHostBufferShards "25": MakeArraysFromHostBufferShardsRequest => ArraysResponse,
        "Makes arrays whose shards are host buffers.";
    MakeErrorArrays "26": Unread => Unread, "Makes arrays whose use is an error.";
    AssembleArrayFromSingleDeviceArrays "5": AssembleArrayFromSingleDeviceArraysRequest => ArrayResponse,
        "Makes one array of shards.";
    RemapArrays "23": RemapArraysRequest => ArraysResponse, "Makes arrays of the shards of others.";
    BitcastArrays "34": Unread => Unread, "Gives arrays another type.";
    ReshardArrays "33": Unread => Unread, "Gives arrays another sharding.";
    CopyToHostBuffer "6": CopyToHostBufferRequest => EmptyResponse, "Copies an array into a host buffer.";
    DisassembleIntoSingleDeviceArrays "7": DisassembleIntoSingleDeviceArraysRequest => ArraysResponse,
        "Takes an array apart.";
    DeleteArray "9": DeleteArrayRequest => DeleteArrayResponse, "Deletes the data of arrays.";
    CopyArrays "24": CopyArraysRequest => ArraysResponse, "Copies arrays to other devices.";
    FullyReplicatedShard "20": FullyReplicatedShardRequest => ArrayResponse, "Takes one shard of a replicated array.";
    IsArrayDeleted "11": IsArrayDeletedRequest => IsArrayDeletedResponse, "Asks whether an array is deleted.";
    DestructArray "12": DestructArrayRequest => EmptyResponse, "Frees arrays.";
    Compile "13": CompileRequest => CompileResponse, "Compiles a program.";
    LoadedExecutableMetadata "14": LoadedExecutableRequest => LoadedExecutableMetadataResponse,
        "Asks for shardings, layouts and kinds of memory of an executable.";
    LoadedExecutableExecute "15": LoadedExecutableExecuteRequest => LoadedExecutableExecuteResponse,
        "Runs an executable.";
    LoadedExecutableFetchExecuteResult "32":
        LoadedExecutableFetchExecuteResultRequest => LoadedExecutableFetchExecuteResultResponse,
        "Waits for a run.";
    LoadedExecutableCostAnalysis "28": LoadedExecutableRequest => LoadedExecutableCostAnalysisResponse,
        "Asks for the compiler's estimates.";
    LoadedExecutableHumanReadableProgramText "29":
        LoadedExecutableRequest => LoadedExecutableHumanReadableProgramTextResponse,
        "Asks for the text of a program.";
    LoadedExecutableDelete "16": LoadedExecutableRequest => LoadedExecutableDeleteResponse,
        "Deletes an executable; its handle stays. Clients no longer send it.";
    LoadedExecutableIsDeleted "17": LoadedExecutableRequest => LoadedExecutableIsDeletedResponse,
        "Asks whether an executable is deleted. Clients no longer send it.";
    LoadedExecutableDestruct "18": LoadedExecutableRequest => EmptyResponse, "Frees an executable.";
    LoadedExecutableMpmdMetadata "30": Unread => Unread, "Asks about an executable of several programs.";
    LoadedExecutableMpmdCostAnalysis "31": Unread => Unread, "Asks for estimates of an executable of several programs.";
    LoadedHostCallbackPoll "21": Unread => Unread, "Waits for a call of a function of the host.";
    LoadedHostCallbackReturn "22": Unread => Unread, "Returns from a function of the host.";
    GetDefaultDeviceAssignment "19": GetDefaultDeviceAssignmentRequest => GetDefaultDeviceAssignmentResponse,
        "Asks which devices a program would use.";
    GetDefaultLayout "27": GetDefaultLayoutRequest => GetDefaultLayoutResponse, "Asks for the layout of an array.";
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_back_by_its_own_tag() {
        let all = one_of_each();
        assert_eq!(all.len(), 32);
        for (request, response) in all {
            let kind = request.kind();
            // Field number and wire type 2; more than one byte from field 16 on.
            let key = prost::bytes::Bytes::from(
                IfrtRequest { request_metadata: None, request: Some(request.clone()) }.encode_to_vec(),
            );
            let mut bytes = key.clone();
            assert_eq!(prost::encoding::decode_varint(&mut bytes).unwrap(), u64::from(kind.tag()) << 3 | 2, "{kind}");
            assert_eq!(IfrtRequest::decode(key).unwrap().request, Some(request), "{kind}");

            let message = IfrtResponse { response_metadata: None, response: Some(response.clone()) };
            let read = IfrtResponse::decode(message.encode_to_vec().as_slice()).unwrap();
            assert_eq!((read.response, response.kind()), (Some(response), kind));
        }
    }

    #[test]
    fn a_request_of_an_unknown_kind_keeps_its_number() {
        // Field 99 with an empty message.
        let mut bytes =
            IfrtRequest { request_metadata: Some(RequestMetadata { op_id: 5, user_context_id: 0 }), request: None }
                .encode_to_vec();
        bytes.extend([0x9a, 0x06, 0x00]);
        let read = IfrtRequest::decode(bytes.as_slice()).unwrap();
        assert_eq!((read.op_id(), read.request), (5, None));
    }
}
