#!/usr/bin/env bash
# Builds and checks an overlay and writes what will be applied, one file an overlay: for a branch or an OCI artifact
# that Argo CD or Flux applies as it is. Nothing is written when the check fails.
set -euo pipefail
overlay=$1
to=$2
built=$(mktemp)
trap 'rm -f "$built"' EXIT
valkey-menu validate --kustomize "$overlay" --passthrough >"$built"
mkdir -p "$(dirname "$to")"
cp "$built" "$to"
