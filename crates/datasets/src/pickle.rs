//! A reader for the Python pickles of CIFAR, IMDB and Reuters.
//!
//! Unpickling in general calls functions that the file names. This reader calls nothing: it matches the names
//! of the few functions that rebuild NumPy arrays and rejects every other name. Values are stored in one flat
//! list and refer to each other by index, so a hostile file can cause neither deep recursion nor copies.
//! Every opcode adds at most one value, so memory is bounded by the length of the file. Supported are
//! protocols 2 to 4 with dictionaries, lists, tuples, text, bytes, integers and arrays. The opcodes are
//! documented in CPython's `Lib/pickletools.py`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use keras::budget::Budget;

/// A parsed pickle.
#[derive(Debug)]
pub(crate) struct Pickle<'a> {
    nodes: Vec<Node<'a>>,
    root: usize,
}

/// The reason why a pickle cannot be read.
#[derive(Debug)]
pub(crate) struct PickleError {
    at: usize,
    reason: String,
    /// True if the bytes ended too early.
    pub truncated: bool,
}

impl fmt::Display for PickleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the pickle: {}", self.at, self.reason)
    }
}

#[derive(Clone, Debug)]
enum Node<'a> {
    None,
    Integer(i64),
    Bytes(Cow<'a, [u8]>),
    List(Vec<usize>),
    Tuple(Vec<usize>),
    /// Keys and values, alternating.
    Dictionary(Vec<usize>),
    Global(Function),
    /// NumPy's element type, such as `u1`.
    Type(usize),
    /// An array; shape, element type and data once BUILD has set its state.
    Array(Option<[usize; 3]>),
}

/// The functions that rebuild NumPy arrays, and Python 3's bytes in protocol 2.
#[derive(Clone, Copy, Debug)]
enum Function {
    Reconstruct,
    NdArray,
    DType,
    Encode,
}

impl Function {
    fn find(module: &[u8], name: &[u8]) -> Option<Self> {
        match (module, name) {
            (b"numpy.core.multiarray" | b"numpy._core.multiarray", b"_reconstruct") => Some(Self::Reconstruct),
            (b"numpy", b"ndarray") => Some(Self::NdArray),
            (b"numpy", b"dtype") => Some(Self::DType),
            (b"_codecs", b"encode") => Some(Self::Encode),
            _ => None,
        }
    }
}

/// A value of a pickle.
#[derive(Clone, Copy)]
pub(crate) struct Value<'p, 'a> {
    pickle: &'p Pickle<'a>,
    node: usize,
}

impl<'a> Pickle<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, PickleError> {
        let budget = Budget::of_data(bytes.len() as u64);
        let (nodes, stack, marks, memo) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let mut machine = Machine { bytes, at: 0, nodes, stack, marks, memo, budget };
        let started = std::cell::Cell::new(0);
        let root = machine.run(&started).map_err(|fault| match fault {
            Fault::Ended => PickleError { at: bytes.len(), reason: "the data ends too early".into(), truncated: true },
            Fault::Bad(reason) => PickleError { at: started.get(), reason, truncated: false },
        })?;
        Ok(Self { nodes: machine.nodes, root })
    }

    /// The root value.
    pub fn root(&self) -> Value<'_, 'a> {
        Value { pickle: self, node: self.root }
    }

    /// The root value if it is a dictionary.
    pub fn dictionary(&self) -> Option<Value<'_, 'a>> {
        let value = Value { pickle: self, node: self.root };
        matches!(self.nodes[self.root], Node::Dictionary(_)).then_some(value)
    }
}

impl<'p> Value<'p, '_> {
    fn at(self, node: usize) -> Self {
        Self { pickle: self.pickle, node }
    }

    fn node(self) -> &'p Node<'p> {
        &self.pickle.nodes[self.node]
    }

    /// The value of a dictionary under a key that is text or bytes.
    pub fn get(self, key: &str) -> Option<Self> {
        let Node::Dictionary(items) = self.node() else { return None };
        let mut pairs = items.chunks_exact(2);
        pairs.find(|pair| self.at(pair[0]).raw() == Some(key.as_bytes())).map(|pair| self.at(pair[1]))
    }

    /// Text or bytes.
    fn raw(self) -> Option<&'p [u8]> {
        match self.node() {
            Node::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    fn integer(self) -> Option<i64> {
        match self.node() {
            Node::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// A list or tuple of integers.
    pub fn integers(self) -> Option<Vec<i64>> {
        match self.node() {
            Node::List(items) | Node::Tuple(items) => items.iter().map(|i| self.at(*i).integer()).collect(),
            _ => None,
        }
    }

    /// The elements of an array of lists of integers.
    pub fn lists(self) -> Option<Vec<Vec<i64>>> {
        let Node::Array(Some([_, _, data])) = self.node() else { return None };
        let Node::List(items) = self.at(*data).node() else { return None };
        items.iter().map(|item| self.at(*item).integers()).collect()
    }

    /// Shape and elements of an array of unsigned bytes in C order.
    pub fn bytes_array(self) -> Option<(Vec<usize>, &'p [u8])> {
        let Node::Array(Some([shape, kind, data])) = self.node() else { return None };
        let Node::Type(name) = self.at(*kind).node() else { return None };
        if !matches!(self.at(*name).raw()?, b"u1" | b"|u1" | b"uint8") {
            return None;
        }
        let shape = self.at(*shape).integers()?.into_iter().map(|d| usize::try_from(d).ok()).collect::<Option<_>>()?;
        Some((shape, self.at(*data).raw()?))
    }
}

enum Fault {
    Ended,
    Bad(String),
}

fn bad<T>(reason: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Bad(reason.into()))
}

/// The stack machine that executes a pickle.
struct Machine<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node<'a>>,
    stack: Vec<usize>,
    /// Heights of the stack at the open MARKs.
    marks: Vec<usize>,
    memo: HashMap<u64, usize>,
    budget: Budget,
}

/// The bytes that an opcode takes, besides texts: a value, and its places.
const OPCODE: u64 = size_of::<Node<'_>>() as u64 + 16;

impl<'a> Machine<'a> {
    fn run(&mut self, started: &std::cell::Cell<usize>) -> Result<usize, Fault> {
        loop {
            started.set(self.at);
            self.budget.take(OPCODE, "the list of its values").map_err(|e| Fault::Bad(e.to_string()))?;
            match self.byte()? {
                0x80 => self.protocol()?,
                0x95 => drop(self.take(8)?), // FRAME: its length is not needed
                b'.' => return self.pop(),
                b'(' => self.marks.push(self.stack.len()),
                b'0' => drop(self.pop()?),
                b'N' => self.push(Node::None),
                0x88 => self.push(Node::Integer(1)),
                0x89 => self.push(Node::Integer(0)),
                b'K' => self.integer(1)?,
                b'M' => self.integer(2)?,
                b'J' => {
                    let value = self.number(4)? as u32 as i32;
                    self.push(Node::Integer(value.into()));
                }
                0x8a => self.long()?,
                b'U' | b'C' | 0x8c => self.text(1)?,
                b'T' | b'B' | b'X' => self.text(4)?,
                0x8d | 0x8e => self.text(8)?,
                b'}' => self.push(Node::Dictionary(Vec::new())),
                b']' => self.push(Node::List(Vec::new())),
                b')' => self.push(Node::Tuple(Vec::new())),
                0x85 => self.tuple(1)?,
                0x86 => self.tuple(2)?,
                0x87 => self.tuple(3)?,
                b't' => {
                    let items = self.pop_to_mark()?;
                    self.push(Node::Tuple(items));
                }
                b'a' => {
                    let item = self.pop()?;
                    self.append(&[item])?;
                }
                b'e' => {
                    let items = self.pop_to_mark()?;
                    self.append(&items)?;
                }
                b's' => {
                    let value = self.pop()?;
                    let key = self.pop()?;
                    self.set_items(&[key, value])?;
                }
                b'u' => {
                    let items = self.pop_to_mark()?;
                    self.set_items(&items)?;
                }
                b'q' => self.put(1)?,
                b'r' => self.put(4)?,
                0x94 => {
                    let top = self.top()?;
                    self.memo.insert(self.memo.len() as u64, top);
                }
                b'h' => self.get(1)?,
                b'j' => self.get(4)?,
                b'c' => {
                    let module = self.line()?;
                    let name = self.line()?;
                    self.global(module, name)?;
                }
                0x93 => self.stack_global()?,
                b'R' => self.reduce()?,
                b'b' => self.build()?,
                other => return bad(format!("opcode {other:#04x} does not occur in a data set")),
            }
        }
    }

    /// PROTO: the version of the protocol.
    fn protocol(&mut self) -> Result<(), Fault> {
        let version = self.byte()?;
        if !(2..=4).contains(&version) {
            return bad(format!("pickle protocol {version} is not supported, only 2 to 4"));
        }
        Ok(())
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.at..];
        let taken = usize::try_from(count).ok().and_then(|n| rest.get(..n)).ok_or(Fault::Ended)?;
        self.at += taken.len();
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    /// A little-endian number of up to eight bytes.
    fn number(&mut self, bytes: u64) -> Result<u64, Fault> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |n, b| (n << 8) | u64::from(*b)))
    }

    fn line(&mut self) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|b| *b == b'\n').ok_or(Fault::Ended)?;
        self.at += end + 1;
        Ok(&rest[..end])
    }

    fn push(&mut self, node: Node<'a>) {
        self.stack.push(self.nodes.len());
        self.nodes.push(node);
    }

    fn pop(&mut self) -> Result<usize, Fault> {
        let floor = self.marks.last().copied().unwrap_or(0);
        if self.stack.len() <= floor {
            return bad("the stack is empty");
        }
        Ok(self.stack.swap_remove(self.stack.len() - 1))
    }

    fn top(&self) -> Result<usize, Fault> {
        self.stack.last().copied().ok_or_else(|| Fault::Bad("the stack is empty".into()))
    }

    fn pop_to_mark(&mut self) -> Result<Vec<usize>, Fault> {
        let Some(mark) = self.marks.pop() else { return bad("there is no mark") };
        Ok(self.stack.split_off(mark))
    }

    fn integer(&mut self, bytes: u64) -> Result<(), Fault> {
        let value = self.number(bytes)?;
        self.push(Node::Integer(value as i64));
        Ok(())
    }

    /// LONG1: a signed integer with its length in bytes, at most eight.
    fn long(&mut self) -> Result<(), Fault> {
        let length = self.byte()?;
        let bytes = self.take(length.into())?;
        if bytes.len() > 8 {
            return bad("a number of more than 64 bits");
        }
        let negative = bytes.last().is_some_and(|b| b & 0x80 != 0);
        let value = bytes.iter().rev().fold(if negative { -1i64 } else { 0 }, |n, b| (n << 8) | i64::from(*b));
        self.push(Node::Integer(value));
        Ok(())
    }

    fn text(&mut self, length_bytes: u64) -> Result<(), Fault> {
        let length = self.number(length_bytes)?;
        let bytes = self.take(length)?;
        self.push(Node::Bytes(Cow::Borrowed(bytes)));
        Ok(())
    }

    fn tuple(&mut self, count: usize) -> Result<(), Fault> {
        let mut items = (0..count).map(|_| self.pop()).collect::<Result<Vec<_>, _>>()?;
        items.reverse();
        self.push(Node::Tuple(items));
        Ok(())
    }

    fn append(&mut self, items: &[usize]) -> Result<(), Fault> {
        let top = self.top()?;
        let Node::List(list) = &mut self.nodes[top] else { return bad("append to a value that is not a list") };
        list.extend(items);
        Ok(())
    }

    fn set_items(&mut self, items: &[usize]) -> Result<(), Fault> {
        let top = self.top()?;
        let Node::Dictionary(dictionary) = &mut self.nodes[top] else {
            return bad("item assignment to a value that is not a dictionary");
        };
        if !items.len().is_multiple_of(2) {
            return bad("a key without a value");
        }
        dictionary.extend(items);
        Ok(())
    }

    fn put(&mut self, bytes: u64) -> Result<(), Fault> {
        let key = self.number(bytes)?;
        let top = self.top()?;
        self.memo.insert(key, top);
        Ok(())
    }

    fn get(&mut self, bytes: u64) -> Result<(), Fault> {
        let key = self.number(bytes)?;
        match self.memo.get(&key) {
            Some(node) => {
                self.stack.push(*node);
                Ok(())
            }
            None => bad(format!("the memo has no entry {key}")),
        }
    }

    fn global(&mut self, module: &[u8], name: &[u8]) -> Result<(), Fault> {
        match Function::find(module, name) {
            Some(function) => {
                self.push(Node::Global(function));
                Ok(())
            }
            None => bad(format!(
                "it calls {}.{}, which is refused: only NumPy arrays are rebuilt",
                String::from_utf8_lossy(module),
                String::from_utf8_lossy(name)
            )),
        }
    }

    /// STACK_GLOBAL: a function whose module and name are on the stack.
    fn stack_global(&mut self) -> Result<(), Fault> {
        let (name, module) = (self.pop()?, self.pop()?);
        let (Node::Bytes(module), Node::Bytes(name)) = (self.nodes[module].clone(), self.nodes[name].clone()) else {
            return bad("a function's name is not text");
        };
        self.global(&module, &name)
    }

    /// REDUCE: calls a function with a tuple of arguments.
    fn reduce(&mut self) -> Result<(), Fault> {
        let (arguments, function) = (self.pop()?, self.pop()?);
        let (Node::Global(function), Node::Tuple(arguments)) = (&self.nodes[function], &self.nodes[arguments]) else {
            return bad("a call of a value that is not a function");
        };
        let node = match (function, arguments.as_slice()) {
            (Function::Reconstruct, [_, _, _]) => Node::Array(None),
            (Function::DType, [name, ..]) => Node::Type(*name),
            // Python 3 writes bytes in protocol 2 as Latin-1 text.
            (Function::Encode, [text, ..]) => match &self.nodes[*text] {
                Node::Bytes(text) => Node::Bytes(Cow::Owned(latin1(text)?)),
                _ => return bad("bytes from a value that is not text"),
            },
            _ => return bad("a call with unexpected arguments"),
        };
        self.push(node);
        Ok(())
    }

    /// BUILD: sets the state of a rebuilt object.
    fn build(&mut self) -> Result<(), Fault> {
        let (state, object) = (self.pop()?, self.top()?);
        let Node::Tuple(state) = &self.nodes[state] else { return bad("a state that is not a tuple") };
        match (&self.nodes[object], state.as_slice()) {
            // The byte order and similar attributes do not matter for single bytes.
            (Node::Type(_), _) => Ok(()),
            (Node::Array(_), [_version, shape, kind, fortran, data]) => {
                if !matches!(self.nodes[*fortran], Node::Integer(0)) {
                    return bad("an array that is not in C order");
                }
                self.nodes[object] = Node::Array(Some([*shape, *kind, *data]));
                Ok(())
            }
            _ => bad("a state for a value that is not an array"),
        }
    }
}

fn latin1(text: &[u8]) -> Result<Vec<u8>, Fault> {
    let text = std::str::from_utf8(text).map_err(|_| Fault::Bad("text that is not UTF-8".into()))?;
    text.chars().map(|c| u8::try_from(u32::from(c)).map_err(|_| Fault::Bad("a byte above 255".into()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(bytes: &[u8]) -> String {
        Pickle::parse(bytes).unwrap_err().to_string()
    }

    #[test]
    fn rejects_function_calls() {
        let message = error(b"\x80\x02cos\nsystem\n(U\x02lstR.");
        assert!(message.contains("os.system") && message.contains("refused"), "{message}");
        assert!(error(b"\x80\x04\x8c\x02os\x8c\x06system\x93.").contains("os.system"));
    }

    #[test]
    fn a_deep_or_circular_value_is_harmless() {
        let mut deep = b"\x80\x02".to_vec();
        deep.extend([b']'].repeat(300_000));
        deep.extend([b'a'].repeat(299_999));
        deep.push(b'.');
        assert!(Pickle::parse(&deep).unwrap().dictionary().is_none());
        assert!(Pickle::parse(b"\x80\x02]q\x00h\x00a.").is_ok());
    }

    #[test]
    fn errors_name_position_and_reason() {
        assert!(error(b"").contains("ends too early"));
        assert!(error(b"\x80\x02}U\x10ab").contains("ends too early"));
        assert!(error(b"\x80\x01.").contains("protocol 1"));
        assert!(error(b"\x80\x02a.").contains("at byte 2"));
        assert!(error(b"\x80\x02K\x01K\x02s.").contains("stack is empty"));
        assert!(error(b"\x80\x02\xff").contains("0xff"));
    }
}
