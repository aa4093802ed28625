export const INPUT_ATTRIBUTES = ['PR', 'HR'] as const
export const OUTPUT_ATTRIBUTES = ['PR', 'HR', 'EU', 'S'] as const

export type InputAttributeName = (typeof INPUT_ATTRIBUTES)[number]
export type OutputAttributeName = (typeof OUTPUT_ATTRIBUTES)[number]

export function isInputAttribute(text: string): text is InputAttributeName {
  return (INPUT_ATTRIBUTES as readonly string[]).includes(text)
}

export function isOutputAttribute(text: string): text is OutputAttributeName {
  return (OUTPUT_ATTRIBUTES as readonly string[]).includes(text)
}

export type RuleOutput = Readonly<Record<OutputAttributeName, boolean>>

/**
 * Identity of a rule: rules with equal identity are duplicates, even with different outputs (seed
 * 001).
 */
export interface RuleIdentity {
  readonly plan: string
  /** Null when the rule accepts every platform region; likewise hyperscalerRegion. */
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** One parsed rule of the DSL. */
export interface Rule extends RuleIdentity {
  /** Index in the rule list, from 0; messages show `index + 1`. */
  readonly index: number
  /** Original text. */
  readonly text: string
  readonly output: RuleOutput
}

/** Number of input attributes: the rule with more of them wins (seed 001). */
export function specificity(rule: RuleIdentity): number {
  return (rule.platformRegion === null ? 0 : 1) + (rule.hyperscalerRegion === null ? 0 : 1)
}

export function sameOutput(a: RuleOutput, b: RuleOutput): boolean {
  return OUTPUT_ATTRIBUTES.every(name => a[name] === b[name])
}

/** Range of the whole rule text, for a diagnostic. */
export function wholeRule(rule: Rule): { readonly rule: number; readonly start: number; readonly end: number } {
  return { rule: rule.index, start: 0, end: rule.text.length }
}

/**
 * Formats a rule canonically: `plan(PR=a, HR=b) -> PR, HR, EU, S`. Parsing the result gives the
 * same rule, except for names that only KEB accepts (D3).
 */
export function formatRule(rule: Rule): string {
  return formatRuleParts(rule, rule.output)
}

/** Formats a rule canonically from its two sides. */
export function formatRuleParts(identity: RuleIdentity, output: RuleOutput): string {
  const outputs = OUTPUT_ATTRIBUTES.filter(name => output[name])
  return `${writeIdentity(identity, ', ')}${outputs.length > 0 ? ` -> ${outputs.join(', ')}` : ''}`
}

/** Formats the identity as KEB's messages do: `plan(PR=a,HR=b)`. */
export function formatIdentity(identity: RuleIdentity): string {
  return writeIdentity(identity, ',')
}

function writeIdentity({ plan, platformRegion, hyperscalerRegion }: RuleIdentity, separator: string): string {
  const inputs: string[] = []
  if (platformRegion !== null) inputs.push(`PR=${platformRegion}`)
  if (hyperscalerRegion !== null) inputs.push(`HR=${hyperscalerRegion}`)
  return inputs.length > 0 ? `${plan}(${inputs.join(separator)})` : plan
}

/** Default rules: the initial configuration of seed 001. */
export const DEFAULT_RULES: readonly string[] = [
  'aws',
  'aws(PR=cf-eu11) -> EU',
  'azure',
  'azure(PR=cf-ch20) -> EU',
  'gcp',
  'gcp(PR=cf-sa30) -> PR',
  'trial -> S',
  'sap-converged-cloud -> HR, S',
  'azure_lite',
  'preview',
  'free',
]

export type UnknownRegion = 'platform-region' | 'hyperscaler-region'

interface Regions {
  /** Null when unknown; empty when the request has none. */
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** Whether the rules of a plan depend on either region. */
type RegionNeeds = Readonly<Record<keyof Regions, boolean>>

/**
 * Regions that determine the matching rule, or also the pool: a rule may output a region that it
 * does not match on.
 */
export function regionNeeds(rules: readonly Rule[], toTell: 'rule' | 'pool'): RegionNeeds {
  return {
    platformRegion: rules.some(rule => rule.platformRegion !== null || (toTell === 'pool' && rule.output.PR)),
    hyperscalerRegion: rules.some(rule => rule.hyperscalerRegion !== null || (toTell === 'pool' && rule.output.HR)),
  }
}

/** Returns the first needed region that is unknown; null for none. */
export function unknownRegion(
  needs: RegionNeeds,
  { platformRegion, hyperscalerRegion }: Regions,
): UnknownRegion | null {
  if (needs.platformRegion && platformRegion === null) return 'platform-region'
  return needs.hyperscalerRegion && hyperscalerRegion === null ? 'hyperscaler-region' : null
}
