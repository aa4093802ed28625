import { stringify } from 'yaml'

/** Formats rules as a values.yaml with nothing else. Parsing the YAML returns the same texts. */
export function rulesYaml(rules: readonly string[]): string {
  return stringify({ hap: { rule: rules } }, { lineWidth: 0 })
}

/** Formats rules as hapRule.yaml, which KEB mounts: a list under `rule`. */
export function hapRuleYaml(rules: readonly string[]): string {
  return stringify({ rule: rules }, { lineWidth: 0 })
}
