import { stringify } from 'yaml'

/** Rule texts as a values.yaml that holds nothing else. In: rules as written; out: YAML that reads back to the same texts. */
export function rulesYaml(rules: readonly string[]): string {
  return stringify({ hap: { rule: rules } }, { lineWidth: 0 })
}

/** The same as KEB mounts it, hapRule.yaml: a list under `rule`. */
export function hapRuleYaml(rules: readonly string[]): string {
  return stringify({ rule: rules }, { lineWidth: 0 })
}
