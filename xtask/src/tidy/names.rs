//! Names that have an established term: what to write instead.

use super::Findings;
use super::source::{Source, words};

/// Whole identifiers, each with the term of the field. Only names that mean nothing else anywhere in the crates are listed.
const IDENTIFIERS: &[(&str, &str)] = &[
    // Passes over graphs.
    ("Importer", "Inliner"),
    ("DEEPEST_CALL", "MAX_CALL_DEPTH"),
    ("turned", "transposed, reversed or swapped"),
    ("is_turned", "is_swapped or is_transposed"),
    ("spread_after", "pad_after"),
    ("gathered_before", "slice_before"),
    ("forwards", "identity_operand"),
    ("flags_of_the_greater", "compare_via_max"),
    ("drop_unused", "remove_dead_code"),
    ("Piece", "Stage"),
    ("RowLoop", "BatchLoop"),
    ("Treatment", "BatchDependence"),
    ("not_worth_it", "unprofitable"),
    ("Recipe", "RematCone"),
    ("may_be_made_again", "candidates"),
    // Lowering.
    ("Way", "EmitKind"),
    ("workspaces", "persistent_scratch"),
    ("row_homes", "batch_slices"),
    ("keep_apart", "forbid_fusion"),
    ("sink_flags", "sink_comparisons"),
    ("Fuser", "LoopEmitter"),
    ("Finish", "Epilogue or EpilogueMatch"),
    ("Finished", "Epilogue or EpilogueMatch"),
    ("Finishes", "EpilogueMatches"),
    ("prepare_product", "canonicalize_operands"),
    ("parts_of_sums", "split_k"),
    ("parts_of_batch", "split_channels"),
    ("AddParts", "ReduceSplitK"),
    ("Shares", "Partition"),
    ("hand_over", "copy_carried"),
    // Passes over steps, and memory.
    ("draw_out", "hoist"),
    ("made_of", "depends_on"),
    ("Kept", "ScratchReuse or WeightCache"),
    ("MOST_KEPT", "MAX_CACHE_BYTES"),
    ("Act", "Transfer"),
    ("How", "Rule"),
    ("Classes", "Coalescer"),
    ("Home", "Location"),
    ("Homes", "Locations"),
    ("takes_over", "donated_from"),
    ("taken_over", "donated_or_copied"),
    ("drop_idle", "remove_noops"),
    ("Spare", "BufferPool"),
    ("Stock", "FreeList"),
    ("Addresses", "AddressTable"),
    // Runtime and threads.
    ("Meetings", "Rendezvous"),
    ("Turn", "LeaderLatch"),
    ("Contribution", "Participant"),
    ("Seats", "CpuSet"),
    ("Seat", "CpuSet"),
    ("go_to", "migrate"),
    ("PATIENCE", "SPIN, with its unit"),
    ("Help", "HelperSample"),
    // Element-wise loops.
    ("TileOp", "Opcode"),
    ("stretch", "run_range"),
    ("one_for_all", "is_broadcast"),
    ("side_by_side", "rows_per_vector"),
    // Kernels.
    ("Ahead", "PrefetchRange"),
    ("Fetch", "PrefetchRange"),
    ("ask_for", "prefetch"),
    ("PackAcross", "PackColumns"),
    ("PackAlong", "PackRows"),
    ("PackTogether", "PackImages"),
    ("lanewise", "depthwise"),
    ("may_rearrange", "allow_reassociation"),
    ("UNDER_WAY", "IN_FLIGHT_UNITS"),
    ("apart", "per_replica, or image_pitch"),
    ("tile_gradient", "output_adjoint"),
    ("window_gradient", "filter_adjoint"),
    ("spread_lines", "transform_rows"),
    ("gather_lines", "transform_rows"),
    ("at_a_time", "tiles_per_batch"),
    ("store_elsewhere", "spill_and_scatter"),
    // Gradients.
    ("on_the_way", "active_ops"),
    ("SameBytes", "Bitcast"),
    ("anew", "overwrites"),
    // Ordinary words that name nothing in particular.
    ("lies", "is_stored"),
    ("thing", "the name of the thing"),
    ("things", "the name of the things"),
    ("picture", "image"),
    ("pictures", "images"),
    ("rooms", "crates or folders"),
];

/// Files by their names without extension, and what to call them.
const FILES: &[(&str, &str)] = &[
    ("again", "rematerialize"),
    ("ahead", "prefetch"),
    ("channel_lines", "channel_major_copy"),
    ("few_rows", "skinny"),
    ("finish", "epilogue or epilogue_fusion"),
    ("groups", "loop_fusion"),
    ("lanewise", "depthwise"),
    ("levels", "stages"),
    ("meeting", "rendezvous"),
    ("nodes", "library_calls"),
    ("one_example", "split_single_example"),
    ("parts", "split_channels"),
    ("phases", "polyphase"),
    ("pictures", "images"),
    ("plain", "reference"),
    ("points", "undilate_pointwise_conv"),
    ("prepare", "hoist_weights"),
    ("seats", "affinity"),
    ("slow", "reference"),
    ("spare", "buffer_pool"),
    ("sums", "split_k"),
    ("turn", "transpose or transpose_folding"),
    ("unpack", "store_accumulators"),
];

/// Checks the crates' `src` folders.
pub fn check(sources: &[Source], findings: &mut Findings) {
    const GROUP: &str = "names";
    for source in sources.iter().filter(|source| source.below_src().is_some()) {
        for part in source.path.trim_end_matches(".rs").split('/').skip(3) {
            if let Some((_, instead)) = FILES.iter().find(|(name, _)| *name == part) {
                findings.add(GROUP, format!("{}: call it {instead}", source.path));
            }
        }
        for (at, word) in words(&source.code) {
            if let Some((_, instead)) = IDENTIFIERS.iter().find(|(name, _)| *name == word) {
                let place = format!("{}:{}", source.path, source.line(at));
                findings.add(GROUP, format!("{place}: `{word}`: use `{instead}`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Source, check};

    #[test]
    fn whole_names_are_found_with_what_to_use() {
        let text = "struct Seats; fn seats(a: Seats2) { /* Seats */ }";
        let sources = ["crates/c/src/run/seats.rs", "crates/c/tests/seats.rs"];
        let sources = sources.map(|path| Source::new(path.into(), text));
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected =
            ["crates/c/src/run/seats.rs: call it affinity", "crates/c/src/run/seats.rs:1: `Seats`: use `CpuSet`"];
        assert_eq!(findings.of("names"), expected);
    }
}
