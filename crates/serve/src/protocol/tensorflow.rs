//! TensorFlow Serving's REST: <https://www.tensorflow.org/tfx/serving/api_rest>.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Value as Json, json};

use super::Answer;
use crate::error::{Error, Result};
use crate::signature::{Rows, Signature, TensorSpec};
use crate::tensor::{B64, Tensor, TensorReader, with_not_finite, write_nested};

/// The name of the one signature.
const SIGNATURE: &str = "serving_default";

/// The form of a request, which is that of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `instances`: a list of rows.
    Row,
    /// `inputs`: a tensor for each input.
    Column,
}

/// Reads the body of a `:predict` request.
///
/// # Errors
/// It is no JSON, has no tensors, or these do not fit the signature.
pub fn read(body: &[u8], signature: &Signature) -> Result<(Form, Rows)> {
    let body = with_not_finite(body);
    let mut json = serde_json::Deserializer::from_slice(&body);
    let mut request = Request { signature, readers: Vec::new(), counts: Vec::new(), form: None };
    let reset = |request: &mut Request<'_>| {
        request.readers = signature.inputs.iter().map(|_| TensorReader::default()).collect();
        request.counts = vec![0; signature.inputs.len()];
    };
    reset(&mut request);
    let read = Body(&mut request).deserialize(&mut json).and_then(|()| json.end());
    read.map_err(|e| Error::invalid(e.to_string()))?;
    let missing = || Error::invalid("the request has neither \"instances\" nor \"inputs\"");
    let form = request.form.ok_or_else(missing)?;
    let mut tensors = Vec::with_capacity(signature.inputs.len());
    for ((spec, reader), count) in signature.inputs.iter().zip(request.readers).zip(request.counts) {
        if count == 0 {
            tensors.push(None);
            continue;
        }
        tensors.push(Some(spec.tensor(reader).map_err(|e| e.at(format!("input '{}'", spec.name)))?));
    }
    Ok((form, signature.check(tensors)?))
}

/// What is read so far.
struct Request<'a> {
    signature: &'a Signature,
    /// One for each input.
    readers: Vec<TensorReader>,
    /// How many parts of each input there were.
    counts: Vec<usize>,
    form: Option<Form>,
}

impl Request<'_> {
    /// The number of a named input, or of the only one.
    fn input<E: serde::de::Error>(&mut self, name: Option<&str>) -> Result<usize, E> {
        self.signature.input(name).map_err(|error| E::custom(error.message()))
    }
}

macro_rules! seeds {
    ($($seed:ident)*) => {$(
        impl<'de> DeserializeSeed<'de> for $seed<'_, '_> {
            type Value = ();

            fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_any(self)
            }
        }
    )*};
}

/// The whole body.
struct Body<'a, 'b>(&'a mut Request<'b>);
/// The list of rows.
struct Instances<'a, 'b>(&'a mut Request<'b>);
/// A row of an input, or of several by name; or all rows, if they are a column.
struct Values<'a, 'b> {
    request: &'a mut Request<'b>,
    form: Form,
}

seeds! { Body Instances Values }

impl<'de> Visitor<'de> for Body<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with \"instances\" or \"inputs\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let form = match key.as_str() {
                "instances" => Form::Row,
                "inputs" => Form::Column,
                "signature_name" => {
                    let name: Option<String> = map.next_value()?;
                    if name.as_deref().is_some_and(|name| !name.is_empty() && name != SIGNATURE) {
                        return Err(A::Error::custom(format!("the only signature_name is {SIGNATURE:?}")));
                    }
                    continue;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if self.0.form.replace(form).is_some() {
                return Err(A::Error::custom("give \"instances\" or \"inputs\" once, not both"));
            }
            match form {
                Form::Row => map.next_value_seed(Instances(&mut *self.0))?,
                Form::Column => map.next_value_seed(Values { request: &mut *self.0, form })?,
            }
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Instances<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of instances")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut length = 0;
        while list.next_element_seed(Values { request: &mut *self.0, form: Form::Row })?.is_some() {
            length += 1;
            for (spec, count) in self.0.signature.inputs.iter().zip(&self.0.counts) {
                if *count != length {
                    let name = &spec.name;
                    return Err(A::Error::custom(format!("instance {}: the input '{name}' is missing", length - 1)));
                }
            }
        }
        if length == 0 {
            return Err(A::Error::custom("\"instances\" is empty: send at least one"));
        }
        let ended = self.0.readers.iter_mut().try_for_each(|reader| reader.end_list(0, length));
        ended.map_err(A::Error::custom)
    }
}

impl Values<'_, '_> {
    /// The depth at which the tensor of a row or column begins.
    fn depth(&self) -> usize {
        usize::from(self.form == Form::Row)
    }

    fn only_input<E: serde::de::Error>(self) -> Result<(usize, Self), E> {
        let index = self.request.input(None)?;
        self.request.counts[index] += 1;
        Ok((index, self))
    }
}

impl<'de> Visitor<'de> for Values<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a list of numbers, or an object of these by the names of inputs")
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.visit_f64(f64::from(u8::from(value)))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        let depth = self.depth();
        let (index, values) = self.only_input()?;
        values.request.readers[index].part(depth).visit_f64(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        let depth = self.depth();
        let (index, values) = self.only_input()?;
        values.request.readers[index].part(depth).visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let before = self.request.counts.clone();
        let depth = self.depth();
        while let Some(name) = map.next_key::<String>()? {
            if name == "b64" && !self.request.signature.inputs.iter().any(|spec| spec.name == "b64") {
                return Err(A::Error::custom(B64));
            }
            let index = self.request.input(Some(&name))?;
            if self.request.counts[index] != before[index] {
                return Err(A::Error::custom(format!("the input '{name}' is given twice")));
            }
            self.request.counts[index] += 1;
            map.next_value_seed(self.request.readers[index].part(depth))?;
        }
        Ok(())
    }
}

/// The answer of a `:predict` request.
pub fn answer(form: Form, signature: &Signature, count: usize, outputs: &[Tensor]) -> Answer {
    let mut body = String::new();
    let specs = &signature.outputs;
    let name = |spec: &TensorSpec| Json::from(spec.name.as_str()).to_string();
    match (form, specs.as_slice(), outputs) {
        (_, [_], [Tensor { dims, values }]) => {
            body.push_str(if form == Form::Row { "{\"predictions\":" } else { "{\"outputs\":" });
            write_nested(&mut body, dims, values);
        }
        (Form::Row, ..) => {
            body.push_str("{\"predictions\":[");
            for row in 0..count {
                for (i, (spec, output)) in specs.iter().zip(outputs).enumerate() {
                    body.push_str(if i > 0 {
                        ","
                    } else if row > 0 {
                        ",{"
                    } else {
                        "{"
                    });
                    body.push_str(&name(spec));
                    body.push(':');
                    let Tensor { dims, values } = output;
                    let size = values.len() / count.max(1);
                    write_nested(&mut body, dims.get(1..).unwrap_or_default(), &values[row * size..(row + 1) * size]);
                }
                body.push('}');
            }
            body.push(']');
        }
        (Form::Column, ..) => {
            body.push_str("{\"outputs\":{");
            for (i, (spec, Tensor { dims, values })) in specs.iter().zip(outputs).enumerate() {
                body.push_str(if i > 0 { "," } else { "" });
                body.push_str(&name(spec));
                body.push(':');
                write_nested(&mut body, dims, values);
            }
            body.push('}');
        }
    }
    body.push('}');
    Answer { body: body.into_bytes(), json_bytes: None }
}

/// The states of a model's versions; the newest first. A version that could not be loaded has the state `END`
/// and its error.
pub fn status(versions: &[u64], failed: &[(u64, Error)]) -> Answer {
    let served = versions.iter().map(|number| (*number, "AVAILABLE", "OK", ""));
    let failed = failed.iter().map(|(number, error)| (*number, "END", "INTERNAL", error.message()));
    let mut all: Vec<_> = served.chain(failed).collect();
    all.sort_by_key(|version| std::cmp::Reverse(version.0));
    let states = all.into_iter().map(|(number, state, code, message)| {
        let status = json!({ "error_code": code, "error_message": message });
        json!({ "version": number.to_string(), "state": state, "status": status })
    });
    json!({ "model_version_status": states.collect::<Vec<Json>>() }).into()
}

/// The inputs and outputs of a version.
pub fn metadata(name: &str, version: u64, signature: &Signature) -> Answer {
    let tensors = |specs: &[TensorSpec]| {
        let tensor = |spec: &TensorSpec| {
            let dims = spec.shape().into_iter().map(|size| json!({ "size": size.to_string(), "name": "" }));
            let shape = json!({ "dim": dims.collect::<Vec<Json>>(), "unknown_rank": false });
            let tensor = json!({ "dtype": spec.datatype.tensorflow(), "tensor_shape": shape, "name": spec.name });
            (spec.name.clone(), tensor)
        };
        Json::Object(specs.iter().map(tensor).collect())
    };
    let default = json!({
        "inputs": tensors(&signature.inputs),
        "outputs": tensors(&signature.outputs),
        "method_name": "tensorflow/serving/predict",
    });
    json!({
        "model_spec": { "name": name, "signature_name": "", "version": version.to_string() },
        "metadata": { "signature_def": { "signature_def": { SIGNATURE: default } } },
    })
    .into()
}
