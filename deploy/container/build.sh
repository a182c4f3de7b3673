#!/usr/bin/env bash
# Makes an image of ingotd from its Debian packages: Debian's minimal system, the
# packages, a user of no rights. The root file system may be read-only; the store
# is the volume /var/lib/ingot.
#
# usage: deploy/container/build.sh FOLDER-OF-PACKAGES OUT.tar
#
# OUT.tar is an OCI archive if buildah is there (skopeo, podman and containerd
# read it), else the root file system alone. Needs root and debootstrap. MIRROR
# and SUITE choose another Debian; its package sources need LLVM 22.
set -euo pipefail

packages=$(realpath "$1")
out=$(realpath -m "$2")
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
security=${SECURITY:-http://deb.debian.org/debian-security}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

debootstrap --variant=minbase "$suite" "$root" "$mirror" >/dev/null
printf 'deb %s %s main\n' "$security" "$suite-security" > "$root/etc/apt/sources.list.d/security.list"
# Services are not started in an image.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages"
cp "$packages"/ingot_*.deb "$packages"/ingotd_*.deb "$root/packages/"
chroot "$root" apt-get update -qq
chroot "$root" env DEBIAN_FRONTEND=noninteractive \
  sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >/dev/null
chroot "$root" apt-get clean
# What Kubernetes and others know as the user that is nobody.
chroot "$root" useradd --uid 65532 --no-create-home --shell /usr/sbin/nologin service
install -d -o 65532 -g 65532 -m 700 "$root/var/lib/ingot"
install -d -o 65532 -g 65532 -m 755 "$root/run/ingot"
rm -rf "$root/packages" "$root/var/lib/apt/lists/"* "$root/usr/sbin/policy-rc.d" \
  "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/locale" "$root/var/log/"*
find "$root/var/cache" -type f -delete

if ! command -v buildah >/dev/null; then
  echo "there is no buildah: $out is the root file system" >&2
  tar -C "$root" --numeric-owner -cf "$out" .
  exit
fi
container=$(buildah from scratch)
trap 'rm -rf "$root"; buildah rm "$container" >/dev/null' EXIT
buildah add --quiet "$container" "$root" / >/dev/null
buildah config --user 65532:65532 --workingdir / --port 7420 --port 7421 \
  --volume /var/lib/ingot --stop-signal SIGTERM \
  --label org.opencontainers.image.title=ingotd \
  --label org.opencontainers.image.licenses="Apache-2.0 WITH LLVM-exception" \
  --entrypoint '["/usr/bin/ingotd"]' \
  --cmd '--listen unix:/run/ingot/socket --store /var/lib/ingot/store' "$container"
buildah commit --quiet "$container" "oci-archive:$out:ingotd" >/dev/null
