//! The graph under construction: nodes, initializers, and the names of values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use stablehlo::{ElementType, Error, ErrorKind, Result};

use crate::dim::Dim;
use crate::proto::{
    AttributeProto, DimensionProto, GraphProto, NodeProto, TensorProto, TensorShapeProto, TensorTypeProto, TypeProto,
    ValueInfoProto,
};

/// The name of the dimension of rows, and of the vector that has its size.
pub const ROWS: &str = "batch";

/// A value of the graph.
///
/// A dimension of one element may stand for a larger one of the program: a broadcast is left to the
/// operators, which broadcast their operands themselves.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Its name in the graph.
    pub name: String,
    /// Its element type.
    pub element: ElementType,
    /// Its dimensions in the graph.
    pub dims: Vec<Dim>,
}

impl Tensor {
    /// The type of the value, for inputs and outputs of graphs.
    pub fn info(&self) -> Result<ValueInfoProto> {
        let dim = |dim: &Dim| DimensionProto {
            dim_value: dim.size(),
            dim_param: (*dim == Dim { fixed: 0, per_row: 1 }).then(|| ROWS.to_owned()),
        };
        let shape = TensorShapeProto { dim: self.dims.iter().map(dim).collect() };
        let tensor_type = TensorTypeProto { elem_type: data_type(self.element)?, shape: Some(shape) };
        Ok(ValueInfoProto { name: self.name.clone(), r#type: Some(TypeProto { tensor_type: Some(tensor_type) }) })
    }
}

/// `TensorProto.DataType` of an element type.
pub fn data_type(element: ElementType) -> Result<i32> {
    Ok(match element {
        ElementType::F32 => 1,
        ElementType::Ui8 => 2,
        ElementType::I8 => 3,
        ElementType::Ui16 => 4,
        ElementType::I16 => 5,
        ElementType::I32 => 6,
        ElementType::I64 => 7,
        ElementType::I1 => 9,
        ElementType::F16 => 10,
        ElementType::F64 => 11,
        ElementType::Ui32 => 12,
        ElementType::Ui64 => 13,
        ElementType::Bf16 => 16,
        other => return Err(Error::new(ErrorKind::Unsupported, format!("ONNX has no tensors of {other}"))),
    })
}

/// The graph, with the bodies of loops and branches that are being built.
#[derive(Debug, Default)]
pub struct Graph {
    /// The nodes of the graph, then those of each open body.
    open: Vec<Vec<NodeProto>>,
    initializers: Vec<TensorProto>,
    /// The initializers that are constants of operators, by their type, dimensions and bytes.
    constants: HashMap<(i32, Vec<i64>, Vec<u8>), String>,
    names: HashSet<String>,
    /// The layer whose operations are added.
    pub location: Option<Arc<str>>,
    uses_rows: bool,
}

impl Graph {
    /// A graph without nodes.
    pub fn new() -> Self {
        let names = HashSet::from([ROWS.to_owned()]);
        Self { open: vec![Vec::new()], names, ..Self::default() }
    }

    /// A name that no other value has: the wish itself, or with a number.
    pub fn name(&mut self, wish: &str) -> String {
        let mut name = wish.to_owned();
        let mut number = 0;
        while !self.names.insert(name.clone()) {
            number += 1;
            name = format!("{wish}_{number}");
        }
        name
    }

    /// Adds a node with one result, and returns its name.
    pub fn node(&mut self, op_type: &str, inputs: &[&str], attributes: Vec<AttributeProto>) -> String {
        self.nodes(op_type, inputs, attributes, 1).remove(0)
    }

    /// Adds a node with several results, and returns their names.
    pub fn nodes(
        &mut self,
        op_type: &str,
        inputs: &[&str],
        attribute: Vec<AttributeProto>,
        results: usize,
    ) -> Vec<String> {
        let wish = match &self.location {
            Some(layer) => format!("{layer}/{op_type}"),
            None => op_type.to_owned(),
        };
        let output: Vec<String> = (0..results).map(|_| self.name(&wish)).collect();
        let name = output.first().cloned().unwrap_or(wish);
        self.push(NodeProto {
            input: inputs.iter().map(|input| (*input).to_owned()).collect(),
            output: output.clone(),
            name,
            op_type: op_type.to_owned(),
            attribute,
        });
        output
    }

    /// Gives a value another name.
    pub fn rename(&mut self, value: &str, name: String) {
        self.push(NodeProto {
            input: vec![value.to_owned()],
            output: vec![name.clone()],
            name,
            op_type: "Identity".into(),
            attribute: Vec::new(),
        });
    }

    fn push(&mut self, node: NodeProto) {
        if let Some(nodes) = self.open.last_mut() {
            nodes.push(node);
        }
    }

    /// An initializer with a name of its own.
    pub fn initializer(&mut self, name: &str, element: ElementType, dims: Vec<i64>, bytes: Vec<u8>) -> Result<String> {
        let (name, data_type) = (self.name(name), data_type(element)?);
        self.initializers.push(TensorProto { dims, data_type, name: name.clone(), raw_data: bytes });
        Ok(name)
    }

    /// A constant; equal ones are one initializer.
    pub fn constant(&mut self, element: ElementType, dims: Vec<i64>, bytes: &[u8]) -> Result<String> {
        let key = (data_type(element)?, dims, bytes.to_vec());
        if let Some(name) = self.constants.get(&key) {
            return Ok(name.clone());
        }
        let name = self.initializer("constant", element, key.1.clone(), bytes.to_vec())?;
        self.constants.insert(key, name.clone());
        Ok(name)
    }

    /// A vector of `int64`.
    pub fn ints(&mut self, values: &[i64]) -> Result<String> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(ElementType::I64, vec![values.len() as i64], &bytes)
    }

    /// A vector of `int64` with these sizes, of which some may depend on the number of rows.
    pub fn sizes(&mut self, dims: &[Dim]) -> Result<String> {
        if let Some(sizes) = dims.iter().map(|dim| dim.size()).collect::<Option<Vec<i64>>>() {
            return self.ints(&sizes);
        }
        let mut parts = Vec::with_capacity(dims.len());
        for dim in dims {
            parts.push(match dim.size() {
                Some(size) => self.ints(&[size])?,
                None => self.size_by_rows(*dim)?,
            });
        }
        if let [one] = &parts[..] {
            return Ok(one.clone());
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        Ok(self.node("Concat", &parts, vec![AttributeProto::int("axis", 0)]))
    }

    fn size_by_rows(&mut self, dim: Dim) -> Result<String> {
        self.uses_rows = true;
        let mut size = ROWS.to_owned();
        if dim.per_row != 1 {
            let factor = self.ints(&[dim.per_row])?;
            size = self.node("Mul", &[&size, &factor], Vec::new());
        }
        if dim.fixed != 0 {
            let more = self.ints(&[dim.fixed])?;
            size = self.node("Add", &[&size, &more], Vec::new());
        }
        Ok(size)
    }

    /// Begins a body, which gets the nodes that are added until it is closed.
    pub fn open(&mut self) {
        self.open.push(Vec::new());
    }

    /// Ends a body, and returns it as a graph.
    pub fn close(&mut self, inputs: &[Tensor], outputs: &[Tensor]) -> Result<GraphProto> {
        let node = self.open.pop().unwrap_or_default();
        Ok(GraphProto {
            node,
            name: self.name("body"),
            initializer: Vec::new(),
            input: inputs.iter().map(Tensor::info).collect::<Result<_>>()?,
            output: outputs.iter().map(Tensor::info).collect::<Result<_>>()?,
        })
    }

    /// The whole graph. The first dimension of the first input are the rows.
    pub fn finish(mut self, name: &str, inputs: &[Tensor], outputs: &[Tensor]) -> Result<GraphProto> {
        if let (true, Some(first)) = (self.uses_rows, inputs.first())
            && let Some(nodes) = self.open.last_mut()
        {
            let node = NodeProto {
                input: vec![first.name.clone()],
                output: vec![ROWS.into()],
                name: ROWS.into(),
                op_type: "Shape".into(),
                attribute: vec![AttributeProto::int("start", 0), AttributeProto::int("end", 1)],
            };
            nodes.insert(0, node);
        }
        let graph = self.close(inputs, outputs)?;
        Ok(GraphProto { name: name.to_owned(), initializer: self.initializers, ..graph })
    }
}
