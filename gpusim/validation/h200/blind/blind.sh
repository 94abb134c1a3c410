#!/usr/bin/env bash
# Profiles the launches of this folder on this machine's GPU: blind.sh OUT writes OUT/blind.json.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
exec "$here/../../h100/blind/blind.sh" "$1" "$here"
