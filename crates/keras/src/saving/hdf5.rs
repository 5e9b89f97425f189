//! The interface to the HDF5 library, restricted to what weight files need.
//!
//! The library validates its input, but a damaged file can reach untested paths of a parser of that size.
//! Therefore every call that reads is guarded: a panic inside becomes the error "damaged". Unwinding is safe
//! because the library sees only the file's bytes, and its objects are dropped after an error.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use half::{bf16, f16};
use hdf5_pure::{AttrValue, DType, File, FileBuilder, FinishedGroup};
use stablehlo::budget::Budget;

/// A group to write.
#[derive(Default)]
pub(super) struct Group<'a> {
    pub name: String,
    pub attributes: Vec<(String, Attribute)>,
    pub datasets: Vec<Dataset<'a>>,
    pub groups: Vec<Group<'a>>,
}

impl Group<'_> {
    /// The subgroup with this name, created if it does not exist.
    pub fn child(&mut self, name: &str) -> &mut Self {
        let at = self.groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            self.groups.push(Self { name: name.into(), ..Self::default() });
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }

    /// The bytes of the data sets in it.
    pub fn bytes(&self) -> u64 {
        let own = self.datasets.iter().map(|dataset| match dataset.data {
            Data::F32(data) => 4 * data.len() as u64,
            Data::I8(data) => data.len() as u64,
            Data::I32(_) => 4,
        });
        own.chain(self.groups.iter().map(Self::bytes)).sum()
    }

    /// Calls `found` with the path of each group that has data sets.
    pub fn list_vars(&self, place: &str, found: &mut impl FnMut(String)) {
        let place = format!("{place}/{}", self.name);
        self.groups.iter().for_each(|group| group.list_vars(&place, found));
        if !self.datasets.is_empty() {
            found(place);
        }
    }
}

/// An array to write; the number of elements of `data` matches `shape`.
pub(super) struct Dataset<'a> {
    pub name: String,
    pub shape: &'a [usize],
    pub data: Data<'a>,
}

/// The elements of an array to write.
pub(super) enum Data<'a> {
    F32(&'a [f32]),
    /// Whole numbers from -128 to 127, which are stored as such.
    I8(&'a [f32]),
    I32(i32),
}

/// An attribute to write, in h5py's representation of Python values.
pub(super) enum Attribute {
    /// `str`: UTF-8 of variable length.
    Text(String),
    /// `bytes`: ASCII of variable length.
    Ascii(String),
    /// A list of `bytes`; an empty list becomes an empty array of float64.
    AsciiList(Vec<String>),
}

impl Attribute {
    fn value(&self) -> AttrValue {
        match self {
            Self::Text(text) => AttrValue::VarLenString(text.clone()),
            Self::Ascii(text) => AttrValue::VarLenAsciiString(text.clone()),
            Self::AsciiList(list) if list.is_empty() => AttrValue::F64Array(Vec::new()),
            Self::AsciiList(list) => AttrValue::VarLenAsciiStringArray(list.clone()),
        }
    }
}

/// Returns the bytes of a file with this root group.
pub(super) fn write(root: &Group<'_>) -> Result<Vec<u8>, String> {
    let mut file = FileBuilder::new();
    for (name, attribute) in &root.attributes {
        file.set_attr(name, attribute.value());
    }
    for dataset in &root.datasets {
        fill(file.create_dataset(&dataset.name), dataset);
    }
    for group in &root.groups {
        let builder = file.create_group(&group.name);
        file.add_group(finish(builder, group));
    }
    file.finish().map_err(|e| e.to_string())
}

fn finish(mut builder: hdf5_pure::GroupBuilder, group: &Group<'_>) -> FinishedGroup {
    for (name, attribute) in &group.attributes {
        builder.set_attr(name, attribute.value());
    }
    for dataset in &group.datasets {
        fill(builder.create_dataset(&dataset.name), dataset);
    }
    for inner in &group.groups {
        let child = builder.create_group(&inner.name);
        builder.add_group(finish(child, inner));
    }
    builder.finish()
}

fn fill(builder: &mut hdf5_pure::DatasetBuilder, dataset: &Dataset<'_>) {
    let shape: Vec<u64> = dataset.shape.iter().map(|d| *d as u64).collect();
    match dataset.data {
        Data::F32(data) => builder.with_f32_data(data).with_shape(&shape),
        Data::I8(data) => {
            let bytes: Vec<i8> = data.iter().map(|value| *value as i8).collect();
            builder.with_i8_data(&bytes).with_shape(&shape)
        }
        Data::I32(number) => builder.with_i32_data(&[number]).with_shape(&shape),
    };
}

/// An open file, and the groups in it that have been found, by their paths: the library looks through all
/// names of a group for one of them, and a model can have many layers.
struct Opened {
    file: File,
    groups: RefCell<HashMap<String, hdf5_pure::Group>>,
}

impl Opened {
    /// A group. All groups beside it and around it are found with it.
    fn group(&self, path: &str) -> Result<hdf5_pure::Group, String> {
        if path.is_empty() {
            return Ok(self.file.root());
        }
        if let Some(known) = self.groups.borrow().get(path) {
            return Ok(known.clone());
        }
        let mut group = self.file.root();
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for end in ends {
            let (outer, _) = path[..end].rsplit_once('/').unwrap_or_default();
            if !self.groups.borrow().contains_key(&path[..end]) {
                let within = |name: &str| if outer.is_empty() { name.to_owned() } else { format!("{outer}/{name}") };
                let found = group.iter_groups().map_err(|e| e.to_string())?;
                self.groups.borrow_mut().extend(found.map(|(name, inner)| (within(&name), inner)));
            }
            let known = self.groups.borrow().get(&path[..end]).cloned();
            group = known.ok_or_else(|| format!("there is no group {}", &path[..end]))?;
        }
        Ok(group)
    }

    fn dataset(&self, path: &str) -> Result<hdf5_pure::Dataset, String> {
        let (group, name) = path.rsplit_once('/').unwrap_or(("", path));
        self.group(group)?.dataset(name).map_err(|e| e.to_string())
    }
}

/// An open file, or several whose groups are read as those of one.
pub(crate) struct Reader {
    files: Vec<Opened>,
    budget: Budget,
    /// The groups within a group, by its path: each layer asks for those around it.
    groups: RefCell<HashMap<String, Rc<[String]>>>,
}

impl Reader {
    /// Opens a file, given its content, that is read within a budget.
    pub fn open(bytes: Vec<u8>, budget: &Budget) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err("the file is empty".into());
        }
        if !hdf5_pure::is_hdf5_bytes(&bytes) {
            return Err("not an HDF5 file".into());
        }
        let length = bytes.len() as u64;
        let file = guarded("its head", || File::from_bytes(bytes).map_err(|e| e.to_string()))?;
        // The library accepts truncated files; a weight file must be complete.
        let expected = file.superblock().eof_address;
        if length < expected {
            return Err(format!("the file is truncated: {length} of {expected} bytes are there"));
        }
        let file = Opened { file, groups: RefCell::default() };
        Ok(Self { files: vec![file], budget: budget.clone(), groups: RefCell::default() })
    }

    /// The files as one, whose budget is that of all of them.
    pub fn join(readers: Vec<Self>, budget: &Budget) -> Self {
        let files = readers.into_iter().flat_map(|reader| reader.files).collect();
        Self { files, budget: budget.clone(), groups: RefCell::default() }
    }

    /// The names of a group's subgroups, sorted.
    pub fn groups(&self, group: &str) -> Result<Rc<[String]>, String> {
        if let Some(known) = self.groups.borrow().get(group) {
            return Ok(known.clone());
        }
        let mut names = self.names(group, |group| group.groups().map_err(|e| e.to_string()))?;
        names.sort_unstable();
        let names: Rc<[String]> = names.into();
        self.groups.borrow_mut().insert(group.to_owned(), names.clone());
        Ok(names)
    }

    /// True if a group has a subgroup of this name.
    pub fn has_group(&self, group: &str, name: &str) -> Result<bool, String> {
        Ok(self.groups(group)?.binary_search_by(|known| known.as_str().cmp(name)).is_ok())
    }

    /// The names of a group's data sets.
    pub fn datasets(&self, group: &str) -> Result<Vec<String>, String> {
        self.names(group, |group| group.datasets().map_err(|e| e.to_string()))
    }

    /// The names of a group's attributes.
    pub fn attribute_names(&self, group: &str) -> Result<Vec<String>, String> {
        self.names(group, |group| Ok(group.attrs().map_err(|e| e.to_string())?.into_keys().collect()))
    }

    /// Names in a group of all files that have it, each once.
    fn names(
        &self,
        path: &str,
        names: impl Fn(&hdf5_pure::Group) -> Result<Vec<String>, String>,
    ) -> Result<Vec<String>, String> {
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        let mut error = None;
        let mut read = false;
        for file in &self.files {
            match guarded(path, || names(&file.group(path)?)) {
                Ok(found) => {
                    read = true;
                    all.extend(found.into_iter().filter(|name| seen.insert(name.clone())));
                }
                Err(reason) => error = Some(reason),
            }
        }
        match error {
            Some(reason) if !read => Err(reason),
            _ => Ok(all),
        }
    }

    /// A data set, of the first file that has it.
    fn dataset(&self, path: &str) -> Result<hdf5_pure::Dataset, String> {
        let mut found = Err("there is no file".to_owned());
        for file in &self.files {
            found = file.dataset(path);
            if found.is_ok() {
                break;
            }
        }
        found
    }

    /// A group's attribute that is a list of strings, of fixed or variable length; `None` if it does not
    /// exist.
    pub fn texts(&self, group: &str, attribute: &str) -> Result<Option<Vec<String>>, String> {
        guarded(group, || {
            let mut attributes = self.group(group)?.attrs().map_err(|e| e.to_string())?;
            let Some(value) = attributes.remove(attribute) else { return Ok(None) };
            let empty = || value.to_f64s().is_some_and(|numbers| numbers.is_empty());
            match value.as_strings() {
                Some(texts) => Ok(Some(texts.to_vec())),
                None if empty() => Ok(Some(Vec::new())),
                None => Err(format!("its attribute {attribute} is not a list of names but {}", value.type_name())),
            }
        })
    }

    /// The shape of a data set.
    pub fn shape(&self, path: &str) -> Result<Vec<usize>, String> {
        guarded(path, || {
            let shape = self.dataset(path)?.shape().map_err(|e| e.to_string())?;
            shape.into_iter().map(|d| usize::try_from(d).map_err(|e| e.to_string())).collect()
        })
    }

    /// The elements of a data set, converted to float32 from float16, bfloat16 (marked by Keras's attribute
    /// `dtype`), float32, float64, or the integers of counters.
    pub fn read(&self, path: &str) -> Result<Vec<f32>, String> {
        guarded(path, || {
            let dataset = self.dataset(path)?;
            let kind = dataset.dtype().map_err(|e| e.to_string())?;
            let shape = dataset.shape().map_err(|e| e.to_string())?;
            let count = shape.iter().try_fold(1u64, |count, size| count.checked_mul(*size));
            let size = dataset.element_size().map_err(|e| e.to_string())?;
            let count = count.ok_or_else(|| format!("its shape {shape:?} has more elements than can be counted"))?;
            self.budget.take(count.saturating_mul(4), format_args!("an array of shape {shape:?}"))?;
            // The bytes before they are converted.
            let _bytes = self.budget.lend(count.saturating_mul(size), format_args!("an array of shape {shape:?}"))?;
            let data = match kind {
                DType::F32 => dataset.read_f32().map_err(|e| e.to_string())?,
                DType::F64 => dataset.read_f64().map_err(|e| e.to_string())?.into_iter().map(|v| v as f32).collect(),
                DType::I8 => dataset.read_i8().map_err(|e| e.to_string())?.into_iter().map(f32::from).collect(),
                DType::I32 => dataset.read_i32().map_err(|e| e.to_string())?.into_iter().map(|v| v as f32).collect(),
                DType::I64 => dataset.read_i64().map_err(|e| e.to_string())?.into_iter().map(|v| v as f32).collect(),
                kind if size == 2 => {
                    let attributes = dataset.attrs().map_err(|e| e.to_string())?;
                    let bytes = dataset.read_raw().map_err(|e| e.to_string())?;
                    let words = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
                    if attributes.get("dtype").and_then(AttrValue::as_str) == Some("bfloat16") {
                        words.map(|word| bf16::from_bits(word).to_f32()).collect()
                    } else if is_half(&kind) {
                        words.map(|word| f16::from_bits(word).to_f32()).collect()
                    } else {
                        return Err(format!("its elements are {kind}, expected floating-point numbers"));
                    }
                }
                other => return Err(format!("its elements are {other}, expected floating-point numbers")),
            };
            if data.len() as u64 != count {
                return Err(format!("it has {} elements, its shape asks for {count}", data.len()));
            }
            Ok(data)
        })
    }

    /// A group's attribute that is one string; `None` if it does not exist.
    pub fn text(&self, group: &str, attribute: &str) -> Result<Option<String>, String> {
        guarded(group, || {
            let mut attributes = self.group(group)?.attrs().map_err(|e| e.to_string())?;
            let Some(value) = attributes.remove(attribute) else { return Ok(None) };
            match value.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(format!("its attribute {attribute} is not a text but {}", value.type_name())),
            }
        })
    }

    /// The only element of a data set of integers.
    pub fn integer(&self, path: &str) -> Result<i64, String> {
        guarded(path, || {
            let dataset = self.dataset(path)?;
            let shape = dataset.shape().map_err(|e| e.to_string())?;
            if shape.iter().any(|size| *size != 1) {
                return Err(format!("it has the shape {shape:?}, expected one element"));
            }
            let numbers = dataset.read_i64().map_err(|e| e.to_string())?;
            match numbers[..] {
                [number] => Ok(number),
                _ => Err(format!("it has {} elements, expected one", numbers.len())),
            }
        })
    }

    /// A group, of the first file that has it.
    fn group(&self, path: &str) -> Result<hdf5_pure::Group, String> {
        let mut found = Err("there is no file".to_owned());
        for file in &self.files {
            found = file.group(path);
            if found.is_ok() {
                break;
            }
        }
        found
    }
}

fn is_half(kind: &DType) -> bool {
    let DType::Other(datatype) = kind else { return false };
    matches!(**datatype, hdf5_pure::Datatype::FloatingPoint { .. })
}

/// Calls the library and converts errors and panics to "damaged or truncated" with the location.
fn guarded<T>(place: &str, call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let place = if place.is_empty() { "the root" } else { place };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(reason)) => Err(format!("the file is damaged or truncated: {place}: {reason}")),
        Err(_) => Err(format!("the file is damaged: {place} cannot be read")),
    }
}
