//! The Open Inference Protocol, KServe's v2, with the extension of binary tensors:
//! <https://kserve.github.io/website/docs/concepts/architecture/data-plane/v2-protocol>.

use std::time::Duration;

use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny};
use serde_json::{Value as Json, json};

use super::Answer;
use crate::datatype::Datatype;
use crate::error::{Error, ErrorKind, Result};
use crate::signature::{Rows, Signature, TensorSpec};
use crate::tensor::{Tensor, TensorReader, with_not_finite, write_number};

/// The header with the bytes of the JSON part, of requests and answers.
pub const JSON_BYTES_HEADER: &str = "inference-header-content-length";

/// A request of a run.
#[derive(Debug, PartialEq)]
pub struct Inference {
    /// The rows.
    pub rows: Rows,
    /// How long it may wait, if the client says so.
    pub timeout: Option<Duration>,
    id: Option<String>,
    /// The outputs that are asked for, and whether in binary form.
    outputs: Vec<(usize, bool)>,
}

#[derive(Deserialize)]
struct Request {
    id: Option<String>,
    #[serde(default)]
    parameters: Parameters,
    inputs: Vec<Input>,
    #[serde(default)]
    outputs: Vec<Output>,
}

#[derive(Deserialize)]
struct Input {
    name: String,
    shape: Vec<usize>,
    datatype: String,
    #[serde(default)]
    parameters: Parameters,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Output {
    name: String,
    #[serde(default)]
    parameters: Parameters,
}

/// The parameters that are known; others are ignored, as the protocol says.
#[derive(Default, Deserialize)]
struct Parameters {
    binary_data: Option<bool>,
    binary_data_size: Option<usize>,
    binary_data_output: Option<bool>,
    /// Microseconds.
    timeout: Option<u64>,
    shared_memory_region: Option<IgnoredAny>,
    classification: Option<IgnoredAny>,
    sequence_id: Option<IgnoredAny>,
}

impl Parameters {
    /// Refuses what would change the meaning of the request.
    fn check(&self) -> Result<()> {
        for (name, is_given) in [
            ("shared_memory_region", self.shared_memory_region.is_some()),
            ("classification", self.classification.is_some()),
            ("sequence_id", self.sequence_id.is_some()),
        ] {
            if is_given {
                return Err(Error::invalid(format!("the parameter {name} is not supported: leave it out")));
            }
        }
        Ok(())
    }
}

/// Values of a tensor, flat or nested.
struct Data(TensorReader);

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut reader = TensorReader::default();
        reader.part(0).deserialize(deserializer)?;
        Ok(Data(reader))
    }
}

/// Reads the body of an `/infer` request. `json_bytes` is the value of the header, if there is one.
///
/// # Errors
/// The JSON is malformed, or tensors do not fit the signature or the bytes that follow.
pub fn read(body: &[u8], json_bytes: Option<usize>, signature: &Signature) -> Result<Inference> {
    let length = json_bytes.unwrap_or(body.len());
    let Some((json, mut binary)) = body.split_at_checked(length) else {
        return Err(Error::invalid(format!(
            "{JSON_BYTES_HEADER} says {length} bytes, but the body has {}",
            body.len()
        )));
    };
    let request: Request = serde_json::from_slice(&with_not_finite(json)).map_err(|e| Error::invalid(e.to_string()))?;
    request.parameters.check()?;
    let mut tensors: Vec<Option<Tensor>> = vec![None; signature.inputs.len()];
    for input in request.inputs {
        let index = signature.input(Some(&input.name))?;
        if tensors[index].is_some() {
            return Err(Error::invalid(format!("the input '{}' is given twice", input.name)));
        }
        let place = format!("input '{}'", input.name);
        tensors[index] = Some(input.tensor(&signature.inputs[index], &mut binary).map_err(|e| e.at(place))?);
    }
    if !binary.is_empty() {
        return Err(Error::invalid(format!("{} bytes follow the last binary tensor", binary.len())));
    }
    let all = request.parameters.binary_data_output.unwrap_or(false);
    let mut outputs = Vec::new();
    for output in &request.outputs {
        output.parameters.check()?;
        let index = signature.output(&output.name)?;
        if outputs.iter().any(|(other, _)| *other == index) {
            return Err(Error::invalid(format!("the output '{}' is asked for twice", output.name)));
        }
        outputs.push((index, output.parameters.binary_data.unwrap_or(all)));
    }
    if outputs.is_empty() {
        outputs = (0..signature.outputs.len()).map(|index| (index, all)).collect();
    }
    let timeout = request.parameters.timeout.filter(|micros| *micros > 0).map(Duration::from_micros);
    Ok(Inference { rows: signature.check(tensors)?, timeout, id: request.id, outputs })
}

impl Input {
    /// The values, from JSON or from the bytes that follow it.
    fn tensor(self, spec: &TensorSpec, binary: &mut &[u8]) -> Result<Tensor> {
        self.parameters.check()?;
        let expected = spec.datatype.kserve();
        if self.datatype != expected {
            let advice = match self.datatype.as_str() {
                "BYTES" => "; Keras models take numbers, not bytes",
                _ => "",
            };
            return Err(Error::invalid(format!(
                "the datatype is {}, but the model takes {expected}{advice}",
                self.datatype
            )));
        }
        let dims = self.shape;
        let count = dims.iter().try_fold(1usize, |n, d| n.checked_mul(*d));
        let count = count.ok_or_else(|| Error::invalid(format!("the shape {dims:?} is too large")))?;
        let values = match (self.data, self.parameters.binary_data_size) {
            (Some(_), Some(_)) => return Err(Error::invalid("give data or binary_data_size, not both")),
            (None, None) => return Err(Error::invalid("there is no data: give data or binary_data_size")),
            (Some(Data(reader)), None) => {
                let data = spec.tensor(reader)?;
                if data.values.len() != count || (data.dims.len() != 1 && data.dims != dims) {
                    return Err(Error::invalid(format!(
                        "the shape is {dims:?}, but data has the shape {:?}; flat data has {count} values",
                        data.dims
                    )));
                }
                data.values
            }
            (None, Some(size)) => values_of(binary, size, spec.datatype, &dims, count)?,
        };
        Ok(Tensor { dims, values })
    }
}

/// Takes the values of a binary tensor.
fn values_of(binary: &mut &[u8], size: usize, datatype: Datatype, dims: &[usize], count: usize) -> Result<Vec<f32>> {
    if count.checked_mul(datatype.bytes()) != Some(size) {
        let name = datatype.kserve();
        return Err(Error::invalid(format!("binary_data_size is {size}, which is not that of {name} {dims:?}")));
    }
    let Some((bytes, rest)) = binary.split_at_checked(size) else {
        let left = binary.len();
        return Err(Error::invalid(format!(
            "binary_data_size is {size}, but {left} bytes are left behind the JSON (header {JSON_BYTES_HEADER})"
        )));
    };
    *binary = rest;
    Ok(datatype.values(bytes))
}

/// The answer of a run.
///
/// # Errors
/// A value is not finite, which JSON has no number for.
pub fn answer(
    name: &str,
    version: u64,
    signature: &Signature,
    inference: &Inference,
    outputs: &[Tensor],
) -> Result<Answer> {
    let text = |text: &str| Json::from(text).to_string();
    let mut body = format!("{{\"model_name\":{},\"model_version\":\"{version}\"", text(name));
    if let Some(id) = &inference.id {
        body.push_str(&format!(",\"id\":{}", text(id)));
    }
    body.push_str(",\"outputs\":[");
    let mut binary = Vec::new();
    for (i, (index, is_binary)) in inference.outputs.iter().enumerate() {
        let (spec, Tensor { dims: shape, values }) = (&signature.outputs[*index], &outputs[*index]);
        body.push_str(if i > 0 { "," } else { "" });
        body.push_str(&format!("{{\"name\":{},\"datatype\":\"FP32\",\"shape\":{shape:?}", text(&spec.name)));
        if *is_binary {
            body.push_str(&format!(",\"parameters\":{{\"binary_data_size\":{}}}}}", values.len() * 4));
            binary.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            continue;
        }
        if values.iter().any(|value| !value.is_finite()) {
            return Err(Error::new(
                ErrorKind::Internal,
                format!("output '{}' has values that are not finite: ask for it with binary_data", spec.name),
            ));
        }
        body.push_str(",\"data\":[");
        for (n, value) in values.iter().enumerate() {
            body.push_str(if n > 0 { "," } else { "" });
            write_number(&mut body, *value);
        }
        body.push_str("]}");
    }
    body.push_str("]}");
    let mut body = body.into_bytes();
    let json_bytes = (!binary.is_empty()).then_some(body.len());
    body.extend(binary);
    Ok(Answer { body, json_bytes })
}

/// What the server is.
pub fn server() -> Answer {
    json!({
        "name": "labora",
        "version": env!("CARGO_PKG_VERSION"),
        "extensions": ["binary_tensor_data"],
    })
    .into()
}

/// The inputs and outputs of a model.
pub fn model(name: &str, versions: &[u64], signature: &Signature) -> Answer {
    let tensors = |specs: &[TensorSpec]| {
        let tensor =
            |spec: &TensorSpec| json!({ "name": spec.name, "datatype": spec.datatype.kserve(), "shape": spec.shape() });
        specs.iter().map(tensor).collect::<Vec<Json>>()
    };
    json!({
        "name": name,
        "versions": versions.iter().map(u64::to_string).collect::<Vec<String>>(),
        "platform": "labora_keras",
        "inputs": tensors(&signature.inputs),
        "outputs": tensors(&signature.outputs),
    })
    .into()
}
