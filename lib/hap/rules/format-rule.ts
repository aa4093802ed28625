import { OUTPUT_ATTRIBUTES, type Rule, type RuleIdentity, type RuleOutput } from './rule.ts'

/**
 * The rule in the one canonical writing: `plan(PR=a, HR=b) -> PR, HR, EU, S`. Reading it back gives the same rule, except for
 * names that only KEB accepts (D3).
 */
export function formatRule(rule: Rule): string {
  return formatRuleParts(rule, rule.output)
}

/** A rule in its canonical writing, from its two sides. */
export function formatRuleParts(identity: RuleIdentity, output: RuleOutput): string {
  const outputs = OUTPUT_ATTRIBUTES.filter(name => output[name])
  return `${writeIdentity(identity, ', ')}${outputs.length > 0 ? ` -> ${outputs.join(', ')}` : ''}`
}

/** The identifying part in KEB's writing, `plan(PR=a,HR=b)`: what its messages call a missing rule. */
export function formatIdentity(identity: RuleIdentity): string {
  return writeIdentity(identity, ',')
}

function writeIdentity({ plan, platformRegion, hyperscalerRegion }: RuleIdentity, separator: string): string {
  const inputs: string[] = []
  if (platformRegion !== null) inputs.push(`PR=${platformRegion}`)
  if (hyperscalerRegion !== null) inputs.push(`HR=${hyperscalerRegion}`)
  return inputs.length > 0 ? `${plan}(${inputs.join(separator)})` : plan
}
