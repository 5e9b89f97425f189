//! The text of operations.

use std::fmt::{self, Formatter};

use super::{Printer, Types, attrs, dense};
use crate::ops::{Binary, ManualComputation, OpKind};
use crate::program::{Block, Op, Value};
use crate::text::lexer::{escape, symbol};

impl Printer<'_> {
    /// An operation with its results' names and its types, without indentation and location.
    pub(super) fn op(&mut self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        match &op.results[..] {
            [] => {}
            [one] => write!(f, "{} = ", self.name(*one))?,
            [first, ..] => {
                let name = self.name(*first);
                write!(f, "{}:{} = ", name.split('#').next().unwrap_or(name), op.results.len())?;
            }
        }
        match &op.kind {
            OpKind::Constant(literal) => {
                write!(f, "stablehlo.constant {} : {}", dense::dense(literal), literal.ty())
            }
            OpKind::Reduce { dims } => self.reduce(f, op, dims),
            OpKind::While => self.while_loop(f, op),
            OpKind::Call { callee } => {
                write!(f, "func.call {}({}) : {}", symbol(callee), self.values(&op.operands), self.function_type(op))
            }
            OpKind::Composite { name, attributes, decomposition, version } => {
                let attributes = match attributes.is_empty() {
                    true => String::new(),
                    false => format!("composite_attributes = {attributes}, "),
                };
                let version = if *version == 0 { String::new() } else { format!(", version = {version} : i32") };
                write!(f, "stablehlo.composite {} {} ", escape(name), self.values(&op.operands))?;
                write!(f, "{{{attributes}decomposition = {}{version}}} : ", symbol(decomposition))?;
                f.write_str(&self.function_type(op))
            }
            OpKind::CustomCall { target, .. } => {
                let attributes = attrs::custom_call(&op.kind);
                write!(f, "stablehlo.custom_call {}({})", symbol(target), self.values(&op.operands))?;
                if !attributes.is_empty() {
                    write!(f, " {{{}}}", attributes.join(", "))?;
                }
                write!(f, " : {}", self.function_type(op))
            }
            OpKind::ManualComputation(attrs) => self.manual_computation(f, op, attrs),
            _ => match generic_attributes(&op.kind) {
                Some(attributes) => self.generic(f, op, &attributes),
                None => self.pretty(f, op),
            },
        }
    }

    /// `stablehlo.name %a, %b, key = value : types`
    fn pretty(&self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        let name = op.kind.name();
        let operands = self.values(&op.operands);
        let (short, full) = (self.one_type(op), self.function_type(op));
        match &op.kind {
            OpKind::Compare { direction, compare_type } => {
                let direction = attrs::direction(*direction);
                let how = compare_type.map_or(String::new(), |c| format!(", {}", attrs::compare_type(c)));
                write!(f, "{name} {direction}, {operands}{how} : {full}")
            }
            OpKind::Select => match &op.operands[..] {
                [predicate, on_true, _] => {
                    write!(f, "{name} {operands} : {}, {}", self.func.ty(*predicate), self.func.ty(*on_true))
                }
                _ => write!(f, "{name} {operands} : {full}"),
            },
            OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
                write!(f, "{name} {operands}, format = e{exponent_bits}m{mantissa_bits} : {short}")
            }
            OpKind::Iota { dimension } => write!(f, "{name} dim = {dimension} : {short}"),
            OpKind::BroadcastInDim { dims } | OpKind::Transpose { permutation: dims } => {
                write!(f, "{name} {operands}, dims = {dims:?} : {full}")
            }
            OpKind::Reverse { dims } => write!(f, "{name} {operands}, dims = {dims:?} : {short}"),
            OpKind::Slice { start, limit, stride } => {
                let ranges: Vec<String> = (0..start.len().min(limit.len()).min(stride.len()))
                    .map(|i| match stride[i] {
                        1 => format!("{}:{}", start[i], limit[i]),
                        by => format!("{}:{}:{by}", start[i], limit[i]),
                    })
                    .collect();
                write!(f, "{name} {operands} [{}] : {full}", ranges.join(", "))
            }
            OpKind::Pad { low, high, interior } => {
                write!(f, "{name} {operands}, low = {low:?}, high = {high:?}, interior = {interior:?} : {full}")
            }
            OpKind::Concatenate { dimension } => write!(f, "{name} {operands}, dim = {dimension} : {full}"),
            OpKind::DynamicSlice { sizes } => write!(f, "{name} {operands}, sizes = {sizes:?} : {full}"),
            OpKind::DotGeneral(a) => {
                write!(f, "{name} {operands}, ")?;
                if !a.lhs_batch.is_empty() {
                    write!(f, "batching_dims = {:?} x {:?}, ", a.lhs_batch, a.rhs_batch)?;
                }
                let [lhs, rhs] = a.precision.map(attrs::precision);
                write!(f, "contracting_dims = {:?} x {:?}, ", a.lhs_contracting, a.rhs_contracting)?;
                write!(f, "precision = [{lhs}, {rhs}] : {full}")
            }
            OpKind::Convolution(a) => {
                let (dims, window) = (attrs::conv_dims(&a.dims), attrs::conv_window(&a.window));
                let [lhs, rhs] = a.precision.map(|p| format!("#stablehlo<precision {}>", attrs::precision(p)));
                let (batch, feature) = (a.batch_group_count, a.feature_group_count);
                write!(f, "{name}({operands}) dim_numbers = {dims}, window = {window} ")?;
                write!(f, "{{batch_group_count = {batch} : i64, feature_group_count = {feature} : i64, ")?;
                write!(f, "precision_config = [{lhs}, {rhs}]}} : {full}")
            }
            OpKind::Fft { fft_type, length } => {
                write!(f, "{name} {operands}, type = {}, length = {length:?} : {full}", fft_type.name())
            }
            OpKind::Cholesky { lower } => write!(f, "{name} {operands}, lower = {lower} : {short}"),
            OpKind::RngBitGenerator { algorithm } => {
                write!(f, "{name} {operands}, algorithm = {} : {full}", attrs::rng_algorithm(*algorithm))
            }
            OpKind::ShardingConstraint(sharding) => write!(f, "{name} {operands} {sharding} : {short}"),
            OpKind::OptimizationBarrier if op.operands.is_empty() => write!(f, "{name}()"),
            OpKind::OptimizationBarrier => write!(f, "{name} {operands} : {}", self.type_list(&op.operands)),
            OpKind::AfterAll if !op.operands.is_empty() => {
                write!(f, "{name} {operands} : {}", self.type_list(&op.results))
            }
            OpKind::AfterAll | OpKind::CreateToken | OpKind::ReplicaId | OpKind::PartitionId => {
                write!(f, "{name} : {short}")
            }
            OpKind::Unary(_) | OpKind::Binary(_) | OpKind::Clamp => write!(f, "{name} {operands} : {short}"),
            // The other operations state the types of operands and results.
            _ => write!(f, "{name} {operands} : {full}"),
        }
    }

    /// `"stablehlo.name"(%a) <{attributes}> ({regions}) : types`
    fn generic(&mut self, f: &mut Formatter<'_>, op: &Op, attributes: &str) -> fmt::Result {
        write!(f, "\"{}\"({})", op.kind.name(), self.values(&op.operands))?;
        if !attributes.is_empty() {
            write!(f, " <{{{attributes}}}>")?;
        }
        for (i, region) in op.regions.iter().enumerate() {
            f.write_str(if i == 0 { " ({\n" } else { ", {\n" })?;
            if !region.params.is_empty() {
                self.line(f)?;
                writeln!(f, "^bb0({}):", self.params(&region.params))?;
            }
            self.block(f, region, "stablehlo.return")?;
            self.line(f)?;
            f.write_str("}")?;
        }
        let close = if op.regions.is_empty() { "" } else { ")" };
        write!(f, "{close} : {}", self.function_type(op))
    }

    fn reduce(&mut self, f: &mut Formatter<'_>, op: &Op, dims: &[usize]) -> fmt::Result {
        let n = op.operands.len() / 2;
        let (inputs, inits) = op.operands.split_at(n);
        let region = match &op.regions[..] {
            [region] if n > 0 && region.params.len() == 2 * n && inits.len() == n => region,
            _ => return self.generic(f, op, &format!("dimensions = {}", attrs::array(dims))),
        };
        let pairs = inputs.iter().zip(inits).map(|(x, i)| format!("({} init: {})", self.name(*x), self.name(*i)));
        write!(f, "stablehlo.reduce{} ", pairs.collect::<Vec<_>>().join(", "))?;
        if let (1, Some(applied)) = (n, applied(region)) {
            return write!(
                f,
                "applies stablehlo.{} across dimensions = {dims:?} : {}",
                applied.name(),
                self.function_type(op)
            );
        }
        writeln!(f, "across dimensions = {dims:?} : {}", self.function_type(op))?;
        self.line(f)?;
        let pairs = region.params[..n].iter().zip(&region.params[n..]);
        let pairs: Vec<String> = pairs.map(|(l, r)| format!("({})", self.params(&[*l, *r]))).collect();
        writeln!(f, " reducer{} {{", pairs.join(" "))?;
        self.block(f, region, "stablehlo.return")?;
        self.line(f)?;
        f.write_str("}")
    }

    fn while_loop(&mut self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        let [condition, body] = &op.regions[..] else { return self.generic(f, op, "") };
        if condition.params.len() != op.operands.len() || body.params.len() != op.operands.len() {
            return self.generic(f, op, "");
        }
        let pairs = body.params.iter().zip(&op.operands);
        let pairs: Vec<String> = pairs.map(|(p, v)| format!("{} = {}", self.name(*p), self.name(*v))).collect();
        write!(f, "stablehlo.while({})", pairs.join(", "))?;
        if !op.operands.is_empty() {
            write!(f, " : {}", self.type_list(&op.operands))?;
        }
        for (word, region) in [("cond", condition), ("do", body)] {
            if word == "cond" {
                f.write_str("\n")?;
                self.line(f)?;
            } else {
                f.write_str(" ")?;
            }
            writeln!(f, "{word} {{")?;
            self.block(f, region, "stablehlo.return")?;
            self.line(f)?;
            f.write_str("}")?;
        }
        Ok(())
    }

    fn manual_computation(&mut self, f: &mut Formatter<'_>, op: &Op, attrs: &ManualComputation) -> fmt::Result {
        let [region] = &op.regions[..] else { return self.generic(f, op, "") };
        write!(f, "sdy.manual_computation({}) ", self.values(&op.operands))?;
        write!(f, "in_shardings=[{}] ", attrs::joined(&attrs.in_shardings))?;
        write!(f, "out_shardings=[{}] ", attrs::joined(&attrs.out_shardings))?;
        let axes: Vec<String> = attrs.manual_axes.iter().map(|axis| escape(axis)).collect();
        writeln!(f, "manual_axes={{{}}} ({}) {{", axes.join(", "), self.params(&region.params))?;
        self.block(f, region, "sdy.return")?;
        self.line(f)?;
        write!(f, "}} : {}", self.function_type(op))
    }

    fn params(&self, values: &[Value]) -> String {
        values.iter().map(|v| format!("{}: {}", self.name(*v), self.func.ty(*v))).collect::<Vec<_>>().join(", ")
    }

    fn type_list(&self, values: &[Value]) -> String {
        values.iter().map(|v| self.func.ty(*v).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// `(types) -> types`
    fn function_type(&self, op: &Op) -> String {
        format!("({}) -> {}", self.type_list(&op.operands), Types(&self.types(&op.results)))
    }

    /// The type that all operands and results have, or the function type if they differ.
    fn one_type(&self, op: &Op) -> String {
        let mut types = op.operands.iter().chain(&op.results).map(|v| self.func.ty(*v));
        match types.next() {
            Some(first) if types.all(|t| t == first) => first.to_string(),
            _ => self.function_type(op),
        }
    }
}

/// The attributes of an operation that has no pretty form; `None` for other operations.
fn generic_attributes(kind: &OpKind) -> Option<String> {
    Some(match kind {
        OpKind::Gather(a) => attrs::gather(a),
        OpKind::Scatter(a) => attrs::scatter(a),
        OpKind::ReduceWindow { window } => attrs::reduce_window(window),
        OpKind::SelectAndScatter { window } => attrs::select_and_scatter(window),
        OpKind::Sort { dimension, is_stable } => format!("dimension = {dimension} : i64, is_stable = {is_stable}"),
        OpKind::AllReduce(a) | OpKind::CollectiveBroadcast(a) => attrs::collective(a),
        OpKind::AllGather { dimension, groups } => {
            format!("all_gather_dim = {dimension} : i64, {}", attrs::collective(groups))
        }
        OpKind::ReduceScatter { dimension, groups } => {
            format!("scatter_dimension = {dimension} : i64, {}", attrs::collective(groups))
        }
        OpKind::AllToAll { split, concat, count, groups } => format!(
            "split_dimension = {split} : i64, concat_dimension = {concat} : i64, split_count = {count} : i64, {}",
            attrs::collective(groups)
        ),
        OpKind::CollectivePermute { pairs, channel_id } => {
            format!("{}source_target_pairs = {}", attrs::channel(*channel_id), attrs::source_target_pairs(pairs))
        }
        OpKind::TriangularSolve(a) => format!(
            "left_side = {}, lower = {}, transpose_a = #stablehlo<transpose {}>, unit_diagonal = {}",
            a.left_side,
            a.lower,
            a.transpose_a.name(),
            a.unit_diagonal
        ),
        OpKind::If | OpKind::Case => String::new(),
        _ => return None,
    })
}

/// The operation of a reducer that consists of one commutative operation on its two parameters in order,
/// which the short form of `reduce` allows; `None` for other reducers.
fn applied(region: &Block) -> Option<Binary> {
    let ([op], [result]) = (&region.ops[..], &region.results[..]) else { return None };
    let OpKind::Binary(binary) = op.kind else { return None };
    let commutes = matches!(
        binary,
        Binary::Add | Binary::And | Binary::Maximum | Binary::Minimum | Binary::Multiply | Binary::Or | Binary::Xor
    );
    let plain = op.operands == region.params && op.results == [*result] && op.location.is_none();
    (commutes && plain).then_some(binary)
}
