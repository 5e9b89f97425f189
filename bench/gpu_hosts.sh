#!/usr/bin/env bash
# Trains the article's network on the GPUs of two processes, over NCCL, and in one process, and shows both results.
# Needs `pip install "jax[cuda13]"` in the active environment and two GPUs: of one host, which are divided, or of two
# hosts, where the script runs on each with RANK=0 or 1 and MASTER_ADDR set.
set -euo pipefail
labora=${LABORA:-labora}
arguments=(train --device cuda13 --dtype mixed_bfloat16 --epochs "${EPOCHS:-5}" --verbose 2)
export MASTER_ADDR=${MASTER_ADDR:-127.0.0.1} MASTER_PORT=${MASTER_PORT:-29500} WORLD_SIZE=2
# NCCL's log names the transport that it chose: NVLink, InfiniBand or sockets.
export NCCL_DEBUG=${NCCL_DEBUG:-INFO}
if [ -n "${RANK:-}" ]; then
    exec "$labora" "${arguments[@]}" "$@"
fi
echo "== two processes, a GPU each"
RANK=1 CUDA_VISIBLE_DEVICES=1 "$labora" "${arguments[@]}" "$@" &
second=$!
RANK=0 CUDA_VISIBLE_DEVICES=0 "$labora" "${arguments[@]}" "$@"
wait "$second"
echo "== one process, both GPUs"
CUDA_VISIBLE_DEVICES=0,1 "$labora" "${arguments[@]}" --hosts 1 "$@"
