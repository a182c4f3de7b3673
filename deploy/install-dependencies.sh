#!/usr/bin/env bash
# Installs what building and testing Ingot needs, on Debian 12. Does nothing,
# and asks for no rights, when all of it is there already.
#
# usage: deploy/install-dependencies.sh
set -euo pipefail

packages=(
  # Compiler and build
  clang-22 lld-22 clang-format-22 ccache cmake ninja-build pkg-config python3
  # MLIR and LLVM, with in-process lld, FileCheck and lit
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools liblld-22-dev
  libclang-rt-22-dev libzstd-dev zlib1g-dev
  # The service
  libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc
  libabsl-dev librocksdb-dev libssl-dev libspdlog-dev libseccomp-dev
  libcli11-dev nlohmann-json3-dev prometheus-cpp-dev libcpp-httplib-dev libjemalloc-dev
  libcjose-dev libjansson-dev
  # The container of jax.export
  libflatbuffers-dev flatbuffers-compiler
  # The libraries behind targets like x86-64+dnnl and x86-64+xnnpack, if they are
  # wanted
  libdnnl-dev libxnnpack-dev libpthreadpool-dev
  # Tests
  libgtest-dev libgmock-dev libbenchmark-dev python3-numpy python3-venv
  python3-yaml zstd
  qemu-user gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu
  libc6-dev-arm64-cross libc6-dev-riscv64-cross
  gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm nodejs)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "error: these packages are missing, and installing them needs root or sudo:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  }
  sudo=sudo
fi
echo "installing ${#missing[@]} packages: ${missing[*]}"
$sudo apt-get update -qq
if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null; then
  echo "error: apt could not install them. LLVM 22 must be among your package sources;" >&2
  echo "README.md, section 'Building', says which packages are needed." >&2
  exit 1
fi
