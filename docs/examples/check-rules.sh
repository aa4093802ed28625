#!/bin/sh
# Checks a rule file and runs its pinned cases; exits with 1 if either fails. In a checkout of HAP Console, after npm ci:
#   sh docs/examples/check-rules.sh path/to/values.yaml path/to/cases.yaml
set -eu

npx hap check "$1"
npx hap conformance --rules "$1" "$2"
