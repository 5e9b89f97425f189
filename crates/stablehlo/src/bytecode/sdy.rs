//! Attributes of the Shardy dialect (shardy/dialect/sdy/ir/bytecode.td), as the text format prints them.

use super::cursor::Cursor;
use super::decoder::Decoder;
use crate::attributes::Attr;
use crate::error::Result;
use crate::text::quoted;

impl Decoder<'_> {
    /// The text of an attribute with that code.
    pub fn sdy_text(&self, c: &mut Cursor<'_>, code: u64) -> Result<String> {
        match code {
            0 => Ok(format!("#sdy<manual_axes{{{}}}>", strings(self, c)?.join(", "))),
            2 => Ok(format!("#sdy.mesh<{}>", mesh(self, c)?)),
            6 | 15 | 17 => Ok(format!("#sdy.sharding<{}>", sharding(self, c, code)?)),
            7 | 16 => {
                let each = c.list(|c| nested(self, c, &[6, 15, 17], sharding))?;
                let each: Vec<String> = each.into_iter().map(|s| format!("<{s}>")).collect();
                Ok(format!("#sdy.sharding_per_value<[{}]>", each.join(", ")))
            }
            _ => Err(c.error(format!("the Shardy attribute {code} is not supported"))),
        }
    }
}

/// The attribute whose number is next, which must have one of these codes.
fn nested<T>(
    decoder: &Decoder<'_>,
    c: &mut Cursor<'_>,
    codes: &[u64],
    read: impl FnOnce(&Decoder<'_>, &mut Cursor<'_>, u64) -> Result<T>,
) -> Result<T> {
    let id = c.index()?;
    let (dialect, code, mut inner) = decoder.open(c, id)?;
    if dialect != "sdy" || !codes.contains(&code) {
        return Err(c.error(format!("attribute {code} of dialect {dialect} in place of one of sdy, {codes:?}")));
    }
    decoder.nested(c, |decoder| read(decoder, &mut inner, code))
}

fn string(decoder: &Decoder<'_>, c: &mut Cursor<'_>) -> Result<String> {
    let id = c.index()?;
    decoder.container.string(c, id).map(quoted)
}

/// Strings that are attributes.
fn strings(decoder: &Decoder<'_>, c: &mut Cursor<'_>) -> Result<Vec<String>> {
    c.list(|c| {
        let id = c.index()?;
        match decoder.attr(c, id)? {
            Attr::Str(text) => Ok(quoted(&text)),
            _ => Err(c.error("an axis has to be a string")),
        }
    })
}

/// `["x"=4, "y"=2], device_ids=[0, 1]`
fn mesh(decoder: &Decoder<'_>, c: &mut Cursor<'_>) -> Result<String> {
    let axis = |decoder: &Decoder<'_>, c: &mut Cursor<'_>, _| {
        let name = string(decoder, c)?;
        Ok(format!("{name}={}", c.svarint()?))
    };
    let axes = c.list(|c| nested(decoder, c, &[1], axis))?.join(", ");
    let ids = c.list(Cursor::svarint)?;
    Ok(match ids.is_empty() {
        true => format!("[{axes}]"),
        false => {
            let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
            format!("[{axes}], device_ids=[{}]", ids.join(", "))
        }
    })
}

/// `@mesh, [{"x"}, {?}], replicated={"y"}`
fn sharding(decoder: &Decoder<'_>, c: &mut Cursor<'_>, code: u64) -> Result<String> {
    let id = c.index()?;
    let mesh = match decoder.attr(c, id)? {
        Attr::Symbol(name) => format!("@{name}"),
        // A mesh in place of its name.
        _ => {
            let (dialect, code, mut inner) = decoder.open(c, id)?;
            if (dialect, code) != ("sdy", 2) {
                return Err(c.error("a sharding has to name a mesh"));
            }
            format!("mesh<{}>", self::mesh(decoder, &mut inner)?)
        }
    };
    let dims = c.list(|c| nested(decoder, c, &[5], dimension))?;
    let mut text = format!("{mesh}, [{}]", dims.join(", "));
    for word in ["replicated", "unreduced"].into_iter().take(if code == 6 { 1 } else { 2 }) {
        let axes = c.list(|c| nested(decoder, c, &[4], axis_ref))?;
        if !axes.is_empty() {
            text += &format!(", {word}={{{}}}", axes.join(", "));
        }
    }
    if code == 17 {
        c.svarint()?;
    }
    Ok(text)
}

/// `{"x", "y", ?}p1`
fn dimension(decoder: &Decoder<'_>, c: &mut Cursor<'_>, _: u64) -> Result<String> {
    let mut axes = c.list(|c| nested(decoder, c, &[4], axis_ref))?;
    if c.byte()? == 0 {
        axes.push("?".into());
    }
    let (priority, has_priority) = c.flagged()?;
    let priority = if has_priority { format!("p{priority}") } else { String::new() };
    Ok(format!("{{{}}}{priority}", axes.join(", ")))
}

/// `"x"`, or a part of an axis, `"x":(1)2`
fn axis_ref(decoder: &Decoder<'_>, c: &mut Cursor<'_>, _: u64) -> Result<String> {
    let name = string(decoder, c)?;
    let (id, has_part) = c.flagged()?;
    if !has_part {
        return Ok(name);
    }
    let (dialect, code, mut part) = decoder.open(c, id)?;
    if (dialect, code) != ("sdy", 3) {
        return Err(c.error("a part of an axis was expected"));
    }
    Ok(format!("{name}:({}){}", part.svarint()?, part.svarint()?))
}
