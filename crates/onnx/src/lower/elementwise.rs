//! Operations that compute each element from those at the same place.

use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{ElementType, Literal, Result, TensorType};

use super::{Lowering, Site, unsupported};
use crate::dim::Dim;
use crate::graph::{Tensor, data_type};
use crate::proto::AttributeProto;

/// The operator of an operation of one operand, if there is one.
fn operator(op: Unary) -> Option<&'static str> {
    Some(match op {
        Unary::Abs => "Abs",
        Unary::Ceil => "Ceil",
        Unary::Cosine => "Cos",
        Unary::Exponential => "Exp",
        Unary::Floor => "Floor",
        Unary::Log => "Log",
        Unary::Logistic => "Sigmoid",
        Unary::Negate => "Neg",
        Unary::RoundNearestEven => "Round",
        Unary::Sign => "Sign",
        Unary::Sine => "Sin",
        Unary::Sqrt => "Sqrt",
        Unary::Tan => "Tan",
        Unary::Tanh => "Tanh",
        _ => return None,
    })
}

impl Lowering<'_> {
    /// An operator of operands that are broadcast to a common shape.
    pub(super) fn elementwise(&mut self, op_type: &str, operands: &[&Tensor], element: ElementType) -> Tensor {
        self.broadcast(op_type, operands, Vec::new(), element)
    }

    fn broadcast(
        &mut self,
        op_type: &str,
        operands: &[&Tensor],
        attributes: Vec<AttributeProto>,
        element: ElementType,
    ) -> Tensor {
        let rank = operands.iter().map(|x| x.dims.len()).max().unwrap_or(0);
        let mut dims = vec![Dim::ONE; rank];
        for operand in operands {
            let first = rank - operand.dims.len();
            for (dim, of_operand) in dims[first..].iter_mut().zip(&operand.dims) {
                if *of_operand != Dim::ONE {
                    *dim = *of_operand;
                }
            }
        }
        let inputs: Vec<&str> = operands.iter().map(|x| x.name.as_str()).collect();
        self.tensor(op_type, &inputs, attributes, element, dims)
    }

    fn map(&mut self, op_type: &str, x: &Tensor) -> Tensor {
        self.elementwise(op_type, &[x], x.element)
    }

    fn combine(&mut self, op_type: &str, a: &Tensor, b: &Tensor) -> Tensor {
        self.elementwise(op_type, &[a, b], a.element)
    }

    /// A scalar of an element type.
    pub(super) fn scalar(&mut self, element: ElementType, value: f64) -> Result<Tensor> {
        let literal = Literal::full(TensorType::scalar(element), value)?;
        let name = self.graph.constant(element, Vec::new(), literal.bytes())?;
        Ok(Tensor { name, element, dims: Vec::new() })
    }

    pub(super) fn unary(&mut self, op: Unary, site: &Site) -> Result<Tensor> {
        let x = &site.operands[0];
        if let Some(op_type) = operator(op) {
            return Ok(self.map(op_type, x));
        }
        let constant = |this: &mut Self, value: f64| this.scalar(x.element, value);
        Ok(match op {
            Unary::Not if x.element.is_bool() => self.map("Not", x),
            Unary::Not => self.map("BitwiseNot", x),
            Unary::Rsqrt => {
                let root = self.map("Sqrt", x);
                self.map("Reciprocal", &root)
            }
            Unary::Cbrt => {
                let third = constant(self, 1.0 / 3.0)?;
                let (sign, magnitude) = (self.map("Sign", x), self.map("Abs", x));
                let root = self.combine("Pow", &magnitude, &third);
                self.combine("Mul", &sign, &root)
            }
            // tanh(x / 2) (exp(x) + 1), which keeps the digits of small numbers.
            Unary::ExponentialMinusOne => {
                let (half, one) = (constant(self, 0.5)?, constant(self, 1.0)?);
                let halved = self.combine("Mul", x, &half);
                let (tanh, exp) = (self.map("Tanh", &halved), self.map("Exp", x));
                let more = self.combine("Add", &exp, &one);
                self.combine("Mul", &tanh, &more)
            }
            Unary::LogPlusOne => {
                let one = constant(self, 1.0)?;
                let more = self.combine("Add", x, &one);
                self.map("Log", &more)
            }
            Unary::RoundNearestAfz => {
                let half = constant(self, 0.5)?;
                let (sign, magnitude) = (self.map("Sign", x), self.map("Abs", x));
                let more = self.combine("Add", &magnitude, &half);
                let whole = self.map("Floor", &more);
                self.combine("Mul", &sign, &whole)
            }
            Unary::IsFinite => {
                let infinite = self.elementwise("IsInf", &[x], ElementType::I1);
                let undefined = self.elementwise("IsNaN", &[x], ElementType::I1);
                let either = self.combine("Or", &infinite, &undefined);
                self.map("Not", &either)
            }
            _ => return Err(unsupported("ONNX has no counterpart of this operation")),
        })
    }

    pub(super) fn binary(&mut self, op: Binary, operands: Vec<Tensor>) -> Result<Tensor> {
        let [a, b] = &operands[..] else { return Err(unsupported("two operands are expected")) };
        let logical = a.element.is_bool();
        let op_type = match op {
            Binary::Add | Binary::Maximum | Binary::Or if logical => "Or",
            Binary::Multiply | Binary::Minimum | Binary::And if logical => "And",
            Binary::Xor if logical => "Xor",
            Binary::Add => "Add",
            Binary::And => "BitwiseAnd",
            Binary::Divide => "Div",
            Binary::Maximum => "Max",
            Binary::Minimum => "Min",
            Binary::Multiply => "Mul",
            Binary::Or => "BitwiseOr",
            Binary::Power => "Pow",
            Binary::Subtract => "Sub",
            Binary::Xor => "BitwiseXor",
            Binary::Remainder => {
                return Ok(self.broadcast("Mod", &[a, b], vec![AttributeProto::int("fmod", 1)], a.element));
            }
            _ => return Err(unsupported("ONNX has no counterpart of this operation")),
        };
        Ok(self.combine(op_type, a, b))
    }

    pub(super) fn compare(&mut self, direction: Direction, operands: &[Tensor]) -> Result<Tensor> {
        let op_type = match direction {
            Direction::Eq | Direction::Ne => "Equal",
            Direction::Ge => "GreaterOrEqual",
            Direction::Gt => "Greater",
            Direction::Le => "LessOrEqual",
            Direction::Lt => "Less",
        };
        let compared = self.elementwise(op_type, &operands.iter().collect::<Vec<_>>(), ElementType::I1);
        Ok(if direction == Direction::Ne { self.map("Not", &compared) } else { compared })
    }

    pub(super) fn select(&mut self, site: &Site) -> Result<Tensor> {
        let [predicate, on_true, on_false] = &site.operands[..] else {
            return Err(unsupported("three operands are expected"));
        };
        if !on_true.element.is_bool() {
            return Ok(self.elementwise("Where", &[predicate, on_true, on_false], on_true.element));
        }
        // ONNX Runtime selects no booleans.
        let taken = self.combine("And", predicate, on_true);
        let otherwise = self.map("Not", predicate);
        let left = self.combine("And", &otherwise, on_false);
        Ok(self.combine("Or", &taken, &left))
    }

    pub(super) fn clamp(&mut self, site: &Site) -> Result<Tensor> {
        let [low, x, high] = &site.operands[..] else { return Err(unsupported("three operands are expected")) };
        let above = self.combine("Max", x, low);
        Ok(self.combine("Min", &above, high))
    }

    /// Converts to another element type.
    pub(super) fn convert(&mut self, x: Tensor, element: ElementType) -> Result<Tensor> {
        if x.element == element {
            return Ok(x);
        }
        let to = AttributeProto::int("to", data_type(element)?.into());
        Ok(self.tensor("Cast", &[&x.name], vec![to], element, x.dims))
    }
}
