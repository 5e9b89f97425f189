//! Aliases of attributes, and locations.

use crate::attributes::Attr;

/// The attribute that an alias such as `#map` names.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    pub attr: Attr,
    /// The levels of nesting.
    pub depth: usize,
    /// The number of attributes that it contains, plus one per 16 bytes of constants and text.
    pub size: usize,
}

impl Alias {
    pub fn new(attr: Attr) -> Self {
        let (depth, size) = extent(&attr);
        Self { attr, depth, size }
    }
}

/// The depth and size, as an [`Alias`] has them. The recursion is limited, since the parser limits the
/// nesting.
fn extent(attr: &Attr) -> (usize, usize) {
    let with_inner = |inner: &mut dyn Iterator<Item = &Attr>| {
        inner.map(extent).fold((1, 1), |(depth, size), (d, s)| (depth.max(d + 1), size + s))
    };
    match attr {
        Attr::List(items) | Attr::Product(items) => with_inner(&mut items.iter()),
        Attr::Dict(attrs) => with_inner(&mut attrs.iter().map(|(_, attr)| attr)),
        Attr::Dense(literal) => (1, 1 + literal.bytes().len() / 16),
        Attr::Str(text) | Attr::Symbol(text) | Attr::Word(text) | Attr::Source(text) => (1, 1 + text.len() / 16),
        Attr::Unit | Attr::Bool(_) | Attr::Int(_) | Attr::Float(_) | Attr::Opaque => (1, 1),
    }
}

/// A location: the source of an operation.
#[derive(Clone, Debug)]
pub(super) enum Location<'t> {
    /// Unknown, or a position in a file.
    None,
    /// A name, such as a layer's.
    Name(String),
    /// The alias of a location, such as `#loc3`, which the text may define later.
    Alias(&'t str),
}
