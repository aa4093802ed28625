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

/** What identifies a rule: two rules with the same identity are duplicates, whatever their outputs (seed 001). */
export interface RuleIdentity {
  readonly plan: string
  /** Null when the rule fits every platform region; so for hyperscalerRegion. */
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** One parsed rule of the DSL. */
export interface Rule extends RuleIdentity {
  /** Position in the rule list, from 0; people see `index + 1`. */
  readonly index: number
  /** As written. */
  readonly text: string
  readonly output: RuleOutput
}

/** Number of input attributes: a rule with more wins over one with fewer (seed 001). */
export function specificity(rule: RuleIdentity): number {
  return (rule.platformRegion === null ? 0 : 1) + (rule.hyperscalerRegion === null ? 0 : 1)
}

export function sameOutput(a: RuleOutput, b: RuleOutput): boolean {
  return OUTPUT_ATTRIBUTES.every(name => a[name] === b[name])
}

/** The whole text of a rule as the place of a diagnostic. */
export function wholeRule(rule: Rule): { readonly rule: number; readonly start: number; readonly end: number } {
  return { rule: rule.index, start: 0, end: rule.text.length }
}
