#!/bin/sh
# Checks a rule file and runs pinned cases under it; ends with 1 when either is wrong. In a checkout of HAP Console, after npm ci:
#   sh docs/examples/check-rules.sh path/to/values.yaml path/to/cases.yaml
set -eu

npx hap check "$1"
npx hap conformance --rules "$1" "$2"
