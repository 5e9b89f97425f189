//! How the server reads the requests of a session: what would take far more memory than it has bytes is
//! refused first.

use prost::Message;
use prost::bytes::Buf;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder};
use tonic_prost::ProstCodec;

use crate::messages::{IfrtRequest, IfrtResponse, Kind};

/// The most bytes of a request beside a program. An empty message in a list takes two bytes on the wire and a
/// hundred in memory; a program is bytes on both sides.
const MAX_PLAIN_BYTES: usize = 4 << 20;

/// Requests in, answers out.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionCodec;

impl Codec for SessionCodec {
    type Encode = IfrtResponse;
    type Decode = IfrtRequest;
    type Encoder = <ProstCodec<IfrtResponse, IfrtRequest> as Codec>::Encoder;
    type Decoder = RequestDecoder;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<IfrtResponse, IfrtRequest>::default().encoder()
    }

    fn decoder(&mut self) -> RequestDecoder {
        RequestDecoder
    }
}

/// Reads a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestDecoder;

impl Decoder for RequestDecoder {
    type Item = IfrtRequest;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<IfrtRequest>, Status> {
        let mut bytes = buffer.copy_to_bytes(buffer.remaining());
        if bytes.len() > MAX_PLAIN_BYTES {
            let plain = plain_bytes(bytes.clone()).ok_or_else(|| Status::internal("a malformed request"))?;
            if plain > MAX_PLAIN_BYTES {
                let text = format!("a request of {plain} bytes beside its program: {MAX_PLAIN_BYTES} are allowed");
                return Err(Status::out_of_range(text));
            }
        }
        let malformed = |e| Status::internal(format!("a malformed request: {e}"));
        IfrtRequest::decode(&mut bytes).map(Some).map_err(malformed)
    }
}

/// The bytes of a request that are not in the fields of a program to compile; `None` if it is malformed.
fn plain_bytes(mut message: impl Buf) -> Option<usize> {
    let mut plain = 0;
    while message.has_remaining() {
        let before = message.remaining();
        let (tag, wire_type) = decode_key(&mut message).ok()?;
        if tag != Kind::Compile.tag() || wire_type != WireType::LengthDelimited {
            skip_field(wire_type, tag, &mut message, DecodeContext::default()).ok()?;
            plain += before - message.remaining();
            continue;
        }
        // The fields of the program and its options are bytes; those of functions of the host are a list.
        let length = usize::try_from(decode_varint(&mut message).ok()?).ok()?;
        let end = message.remaining().checked_sub(length)?;
        while message.remaining() > end {
            let before = message.remaining();
            let (tag, wire_type) = decode_key(&mut message).ok()?;
            skip_field(wire_type, tag, &mut message, DecodeContext::default()).ok()?;
            if tag > 2 {
                plain += before - message.remaining();
            }
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{CompileRequest, DestructArrayRequest, Request, Serialized};

    #[test]
    fn programs_count_apart() {
        let program = |bytes: usize| Some(Serialized { type_name: "t".into(), data: vec![0; bytes].into() });
        let compile = |host_callbacks| {
            let request = CompileRequest { program: program(10_000), compile_options: program(500), host_callbacks };
            plain_bytes(IfrtRequest::new(1, Request::Compile(request)).encode_to_vec().as_slice())
        };
        // The number of the request.
        assert_eq!(compile(vec![]), Some(11));
        assert_eq!(compile(vec![vec![]; 3000]), Some(11 + 2 * 3000));
        let destruct = Request::DestructArray(DestructArrayRequest { array_handle: vec![7; 1000] });
        let mut bytes = IfrtRequest::new(1, destruct).encode_to_vec();
        assert_eq!(plain_bytes(bytes.as_slice()), Some(bytes.len()));
        bytes.truncate(bytes.len() - 1);
        assert_eq!(plain_bytes(bytes.as_slice()), None);
    }
}
