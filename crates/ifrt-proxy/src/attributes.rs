//! Attribute maps, read and written by Rust's types.

use crate::messages::{AttributeMapProto, AttributeProto, AttributeValue, Int64List};

macro_rules! from {
    ($($rust:ty: |$value:ident| $variant:ident($content:expr);)*) => {
        $(impl From<$rust> for AttributeProto {
            fn from($value: $rust) -> AttributeProto {
                AttributeProto { value: Some(AttributeValue::$variant($content)) }
            }
        })*
    };
}

from! {
    &str: |text| String(text.as_bytes().to_vec());
    String: |text| String(text.into_bytes());
    Vec<u8>: |bytes| String(bytes);
    bool: |value| Bool(value);
    i64: |value| Int64(value);
    f32: |value| Float(value);
    Vec<i64>: |elements| Int64List(Int64List { elements });
}

impl AttributeMapProto {
    /// The same map with one more value.
    ///
    /// ```
    /// use ifrt_proxy::messages::AttributeMapProto;
    ///
    /// let map = AttributeMapProto::default().with("authorization", "Bearer abc").with("cores", 8);
    /// assert_eq!(map.bytes("authorization"), Some(b"Bearer abc".as_slice()));
    /// assert_eq!((map.int("cores"), map.int("authorization"), map.bytes("other")), (Some(8), None, None));
    /// ```
    pub fn with(mut self, name: impl Into<String>, value: impl Into<AttributeProto>) -> AttributeMapProto {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// The value of that name, if it is a text or bytes.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        match self.value(name)? {
            AttributeValue::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The value of that name, if it is an integer.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.value(name)? {
            AttributeValue::Int64(value) => Some(*value),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<&AttributeValue> {
        self.attributes.get(name)?.value.as_ref()
    }
}
