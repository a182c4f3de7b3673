#!/usr/bin/env bash
# Starts a daemon, has it compile a real network twice, runs the result and
# compares its numbers with those of onnxruntime.
#
# usage: deploy/demo.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build}")/bin
data=tests/data/ppocr_cls
work=$(mktemp -d "${TMPDIR:-/tmp}/ingot-demo-XXXXXX")
daemon=
cleanup() {
  [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
  [ -z "$daemon" ] || wait "$daemon" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

field() { python3 -c 'import json, sys
value = json.load(open(sys.argv[1]))
for key in sys.argv[2:]:
    value = value[int(key) if isinstance(value, list) else key]
print(f"{value:.0f}" if isinstance(value, float) and value >= 1 else f"{value:.3g}" if isinstance(value, float) else value)' "$@"; }
now() { date +%s%N; }

echo "== ingotd starts, with an empty store"
mkfifo "$work/ready"
"$bin/ingotd" --listen "unix:$work/socket" --store "$work/store" \
  --log-file "$work/log" --ready-fd 9 9>"$work/ready" &
daemon=$!
read -r -n 1 _ <"$work/ready" || { cat "$work/log" >&2; exit 1; }
export INGOT_SERVER="unix:$work/socket"

echo "== compile PP-OCR's text direction classifier (53 convolutions), cold"
begin=$(now)
"$bin/ingot" compile $data/model.linalg_mlprogram.mlirbc -o "$work/cls.so"
cold=$(( ($(now) - begin) / 1000000 ))
echo "== compile it again: nothing changed, so it is a hit"
begin=$(now)
"$bin/ingot" compile $data/model.linalg_mlprogram.mlirbc -o "$work/cls.so" --json >"$work/warm.json"
warm=$(( ($(now) - begin) / 1000000 ))
"$bin/ingot" stats --json >"$work/stats.json"

echo "== run it on an image and compare with what onnxruntime computed"
"$bin/ingot" run "$work/cls.so" --input $data/input_0.npy --expect $data/expected_0.npy \
  --atol 1e-5 --rtol 1e-5 --repeat 20 --json >"$work/run.json"

cat <<EOT

  cold compile                   $cold ms from start to file on disk
  answer of the second compile   $(field "$work/warm.json" cache), $warm ms from start to file on disk
  kernels                        $(field "$work/warm.json" kernels total) launches of $(field "$work/warm.json" kernels unique) kernels; built $(field "$work/stats.json" kernels_built), then reused
  run, one thread                $(field "$work/run.json" milliseconds minimum) ms at best of 20
  largest error                  $(field "$work/run.json" results 0 max_absolute_error) (tolerance 1e-5)
EOT
