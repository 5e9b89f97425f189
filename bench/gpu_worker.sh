#!/usr/bin/env bash
# Trains the article's network on the GPUs of this host through a worker, and then without one, and shows both
# results and times. Needs `pip install "jax[cuda13]"` in the active environment, and `labora` with the feature
# `worker` beside `labora-worker`. PLUGIN names another plugin, such as that of `pip install xla-cpu-pjrt` for a trial
# without a GPU.
set -euo pipefail
labora=${LABORA:-labora}
find_cuda='import jax_plugins.xla_cuda13 as p, pathlib; print(pathlib.Path(p.__file__).with_name("xla_cuda_plugin.so"))'
plugin=${PLUGIN:-$(python3 -c "$find_cuda")}
arguments=(train --dtype "${DTYPE:-mixed_bfloat16}" --epochs "${EPOCHS:-5}" --verbose 2)
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
"$labora" worker --device "$plugin" --listen 127.0.0.1:0 >"$folder/worker.out" 2>"$folder/worker.log" &
worker=$!
address=
for _ in $(seq 300); do
    address=$(sed -n 's/^export COLAB_TPU_ADDR=//p' "$folder/worker.out")
    if [ -n "$address" ] || ! kill -0 "$worker" 2>/dev/null; then break; fi
    sleep 0.2
done
if [ -z "$address" ]; then
    cat "$folder/worker.log" >&2
    exit 1
fi
echo "== through the worker at $address"
time "$labora" "${arguments[@]}" --worker "grpc://$address" "$@"
echo "== on the device itself"
time "$labora" "${arguments[@]}" --device "$plugin" "$@"
