#!/usr/bin/env bash
# Runs the benchmarks against a build, one after the other.
#
# usage: [PEERS_PYTHON=venv/bin/python] tests/bench/run.sh BUILD [models.py options]
#
# PEERS_PYTHON is the Python that has the peers of compile.py and models.py, see
# README.md.
set -euo pipefail
build=$(realpath "${1:-build}")
shift || true
peers=${PEERS_PYTHON:-/usr/bin/python3}
here=$(cd "$(dirname "$0")" && pwd)
echo "== $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
"$build/bin/ingot" --version
echo "== through the daemon"
"$build/bin/rpc_bench" "$build/bin/ingotd" 5
echo "== start of ingot to file on disk, a hit, over /bin/true"
/usr/bin/python3 "$here/cli_hit.py" --bin "$build/bin"
echo "== the store alone"
"$build/bin/store_bench" --benchmark_repetitions=3 --benchmark_report_aggregates_only=true
echo "== compiling small programs, beside the compilers that are installed"
"$peers" "$here/compile.py" --bin "$build/bin"
echo "== kernels, beside the peers that are installed"
"$peers" "$here/kernels.py" --bin "$build/bin"
if [ -d "$here/../../../shared/models" ]; then
  echo "== models, beside the peers that are installed"
  "$peers" "$here/models.py" --bin "$build/bin" "$@"
  echo "== models from frameworks' files, beside the same as MLIR"
  "$peers" "$here/sources.py" --bin "$build/bin"
fi
