//! Objects of Keras as values of flags: `SGD`, or with settings, `SGD(momentum=0.9, nesterov=True)`.

use std::marker::PhantomData;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use keras::objects::{Config, Handle, Kind, Registry};
use keras::optimizers::LearningRate;
use serde_json::{Map, Value as Json, json};

/// The object of a text: a name of Keras, with settings of its configuration in parentheses or without.
///
/// # Errors
/// What is wrong with the text, or with a name or setting in it.
pub fn object<K: Kind + ?Sized>(text: &str) -> Result<Handle<K>, String> {
    let (name, settings) = parse(text)?;
    let config = Config::from_json(&name, &Json::Object(settings)).map_err(|e| e.to_string())?;
    Registry::new().create(&name, &config).map_err(|e| e.to_string())
}

/// The learning rate of a text: a number, or a schedule of Keras.
///
/// # Errors
/// The number is negative or not finite; those of [`object`].
pub fn learning_rate(text: &str) -> Result<LearningRate, String> {
    match text.parse::<f32>() {
        Ok(rate) if (0.0..=f32::MAX).contains(&rate) => Ok(rate.into()),
        Ok(_) => Err("a learning rate must be finite and at least 0".into()),
        Err(_) if text.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            object(text).map(LearningRate::Schedule)
        }
        Err(_) => Err(format!("{text} is neither a number nor a schedule, such as CosineDecay(...)")),
    }
}

/// A parser of objects of a kind, whose names are offered by completions.
pub struct ObjectParser<K: ?Sized>(PhantomData<fn() -> Handle<K>>);

impl<K: ?Sized> ObjectParser<K> {
    /// A parser.
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<K: ?Sized> Clone for ObjectParser<K> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<K: Kind + ?Sized> TypedValueParser for ObjectParser<K> {
    type Value = Handle<K>;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        StringValueParser::new().try_map(|text| object(&text)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = K::built_in().iter().map(|row| PossibleValue::new(row.class_name));
        Some(Box::new(names))
    }
}

/// The name of an object and its settings.
fn parse(text: &str) -> Result<(String, Map<String, Json>), String> {
    let mut reader = Reader { text, rest: text };
    let object = reader.object()?;
    match reader.rest.trim_start() {
        "" => Ok(object),
        _ => Err(reader.expected("the end")),
    }
}

/// The part of a text that is not read yet.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn object(&mut self) -> Result<(String, Map<String, Json>), String> {
        let name = self.name().ok_or_else(|| self.expected("a name of Keras"))?;
        let mut settings = Map::new();
        if self.takes('(') {
            while !self.takes(')') {
                let begin = self.rest;
                let Some(key) = self.name().filter(|_| self.takes('=')) else {
                    self.rest = begin;
                    return Err(self.expected("a setting with its name, as in momentum=0.9,"));
                };
                settings.insert(key.to_owned(), self.value()?);
                self.ends_item(')')?;
            }
        }
        Ok((name.to_owned(), settings))
    }

    fn value(&mut self) -> Result<Json, String> {
        self.rest = self.rest.trim_start();
        if let Some(quote) = self.rest.chars().next().filter(|first| matches!(first, '\'' | '"')) {
            let (text, rest) = self.rest[1..].split_once(quote).ok_or_else(|| self.expected("a closing quote"))?;
            self.rest = rest;
            return Ok(text.into());
        }
        for (open, close) in [('[', ']'), ('(', ')')] {
            if self.takes(open) {
                let mut items = Vec::new();
                while !self.takes(close) {
                    items.push(self.value()?);
                    self.ends_item(close)?;
                }
                return Ok(items.into());
            }
        }
        if self.rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let (name, config) = self.object()?;
            return Ok(match name.as_str() {
                "True" | "true" => true.into(),
                "False" | "false" => false.into(),
                "None" | "none" | "null" => Json::Null,
                _ => json!({ "class_name": name, "config": config }),
            });
        }
        let end = self.rest.find([',', ')', ']', ' ']).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        let value = number.parse::<i64>().map(Json::from).ok();
        let value = value.or_else(|| number.parse::<f64>().ok().filter(|number| number.is_finite()).map(Json::from));
        let value = value.ok_or_else(|| self.expected("a number, a text in quotes, True, False, None or a list"))?;
        self.rest = rest;
        Ok(value)
    }

    fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    /// True if the next character is this one, which is then read.
    fn takes(&mut self, expected: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads the comma behind an item, unless the list ends.
    fn ends_item(&mut self, close: char) -> Result<(), String> {
        if self.takes(',') || self.rest.trim_start().starts_with(close) {
            return Ok(());
        }
        Err(self.expected(&format!("a comma or `{close}`")))
    }

    fn expected(&self, what: &str) -> String {
        let at = self.text.len() - self.rest.trim_start().len() + 1;
        format!("character {at}: {what} is expected")
    }
}

#[cfg(test)]
mod tests {
    use keras::layers::{FlipMode, Layer, RandomFlip, RandomTranslation};
    use keras::optimizers::schedules::{CosineDecay, PiecewiseConstantDecay};
    use keras::optimizers::{Optimizer, SGD};

    use super::*;

    #[test]
    fn objects_are_those_of_the_library() {
        let sgd = object::<dyn Optimizer>(
            "SGD(momentum=0.9, nesterov=True, learning_rate=CosineDecay(initial_learning_rate=0.1, decay_steps=100))",
        );
        assert_eq!(
            sgd.unwrap(),
            SGD::new().momentum(0.9).nesterov(true).learning_rate(CosineDecay::new(0.1, 100)).into()
        );
        assert_eq!(object::<dyn Optimizer>("sgd").unwrap(), SGD::new().into());
        let flip = object::<dyn Layer>("RandomFlip( mode = 'horizontal' )").unwrap();
        assert_eq!(flip, RandomFlip::new().mode(FlipMode::Horizontal).into());
        let shift = object::<dyn Layer>("RandomTranslation(height_factor=(-0.1, 0.2), width_factor=0.1,)").unwrap();
        assert_eq!(shift, RandomTranslation::new((-0.1, 0.2), 0.1).into());
        let rate = learning_rate("PiecewiseConstantDecay(boundaries=[100, 200], values=[0.1, 0.01, 1e-3])").unwrap();
        let expected = PiecewiseConstantDecay::new([100, 200], [0.1, 0.01, 1e-3]);
        assert_eq!(rate, LearningRate::from(expected));
        assert_eq!(learning_rate("0.5").unwrap(), LearningRate::Constant(0.5));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let message = |text: &str| object::<dyn Optimizer>(text).unwrap_err();
        assert_eq!(message("SGD(0.9)"), "character 5: a setting with its name, as in momentum=0.9, is expected");
        assert_eq!(message("SGD(momentum=0.9"), "character 17: a comma or `)` is expected");
        assert!(message("SGD(momentum=abc").contains("a comma or `)`"));
        assert!(message("SGD(momentum='a)").contains("a closing quote"));
        assert!(message("SGD(speed=1)").contains("no setting 'speed'"));
        assert!(message("sgdd").contains("sgd"));
        assert!(message("SGD) x").contains("the end"));
        assert!(learning_rate("-1").unwrap_err().contains("at least 0"));
        assert!(learning_rate("fast").unwrap_err().contains("learning rate schedule"));
    }
}
