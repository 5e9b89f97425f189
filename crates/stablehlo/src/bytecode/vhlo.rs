//! From the attributes of VHLO operations to those of StableHLO's generic form.

use crate::attributes::{Attr, Attrs};

/// The mnemonic of a VHLO operation: its name without the version.
pub(super) fn mnemonic(name: &str) -> &str {
    name.rsplit_once("_v").map_or(name, |(mnemonic, _)| mnemonic)
}

/// The attributes that StableHLO's operation of that mnemonic has. VHLO keeps them flat.
pub(super) fn stablehlo_attributes(mnemonic: &str, mut attrs: Attrs) -> Attrs {
    match mnemonic {
        "dot_general" => {
            let numbers = attrs.clone();
            if !matches!(attrs.get(&["lhs_precision_type"]), None | Some(Attr::Word(_))) {
                return attrs;
            }
            let has_algorithm = attrs.word(&["lhs_precision_type"]).is_ok_and(|w| w.is_some_and(|w| w != "none"));
            if has_algorithm {
                attrs.push("algorithm", Attr::Dict(numbers.clone()));
            }
            attrs.push("dot_dimension_numbers", Attr::Dict(numbers));
        }
        "gather" | "dynamic_gather" => attrs.push("dimension_numbers", Attr::Dict(attrs.clone())),
        "scatter" => attrs.push("scatter_dimension_numbers", Attr::Dict(attrs.clone())),
        "convolution" => {
            if let Some(numbers) = convolution_numbers(&attrs) {
                attrs.push("dimension_numbers", numbers);
            }
        }
        _ => {}
    }
    if let Some(Attr::Int(id @ 1..)) = attrs.get(&["channel_id"]) {
        let mut channel = Attrs::default();
        channel.push("handle", Attr::Int(*id));
        if let Some(ty) = attrs.get(&["channel_type"]) {
            channel.push("type", ty.clone());
        }
        attrs.push("channel_handle", Attr::Dict(channel));
    }
    attrs
}

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` from the numbers of the dimensions.
fn convolution_numbers(attrs: &Attrs) -> Option<Attr> {
    let list = |spatial: &str, words: [(&str, &str); 2]| {
        let spatial = attrs.sizes(&[spatial]).ok()??;
        let rank = spatial.len() + 2;
        let mut items = vec![None; rank];
        for (name, word) in words {
            *items.get_mut(attrs.size(&[name]).ok()??)? = Some(Attr::Word(word.into()));
        }
        for (i, dimension) in spatial.into_iter().enumerate() {
            *items.get_mut(dimension)? = Some(Attr::Int(i as i128));
        }
        Some(Attr::List(items.into_iter().collect::<Option<Vec<_>>>()?))
    };
    Some(Attr::Product(vec![
        list("input_spatial_dimensions", [("input_batch_dimension", "b"), ("input_feature_dimension", "f")])?,
        list(
            "kernel_spatial_dimensions",
            [("kernel_input_feature_dimension", "i"), ("kernel_output_feature_dimension", "o")],
        )?,
        list("output_spatial_dimensions", [("output_batch_dimension", "b"), ("output_feature_dimension", "f")])?,
    ]))
}
