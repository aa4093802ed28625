import { planTable } from '#lib/hap/plans/plan.ts'
import { FOUR_RULES, parseFourRules, proveTranslation, translateFourRules } from '#lib/hap/rules/four-rules.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type Finding, fileFinding, findingsOf } from '#lib/rules-file/check-rules-file.ts'
import { readRulesFile } from '#lib/rules-file/read-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { KnownPlans } from './evaluation/checked-draft.ts'

/** What became of pasted properties. */
export interface FourRulesImport {
  readonly findings: readonly Finding[]
  /** The same in the DSL, with the proof; null while there are errors. */
  readonly translation: {
    readonly rules: readonly string[]
    readonly compared: number
    readonly differing: readonly string[]
  } | null
}

export type KnownToFourRules = KnownPlans & Pick<RulesDetail, 'regions'>

/**
 * Reads the four properties of seed 000 as they are pasted, with `hap:` above them or without; checks and translates them, and compares
 * both on every combination known or named. Never throws.
 */
export function readFourRules(
  text: string,
  { plans, requiredPlans, semantics, regions }: KnownToFourRules,
): FourRulesImport {
  const read = readRulesFile(new TextEncoder().encode(withHap(text)))
  if ('problems' in read) return { findings: placedAsPasted(findingsOf(read, []), text), translation: null }
  const { source } = read.file
  if (source.kind !== 'four-rules') return failed('These are rules of the DSL already.', 'Open them in the editor.')
  const table = planTable(plans, requiredPlans)
  const { rules, diagnostics } = parseFourRules(source.texts, table)
  const findings = placedAsPasted(findingsOf(read, diagnostics), text)
  if (!rules || findings.some(({ severity }) => severity === 'error')) return { findings, translation: null }
  const translated = translateFourRules(rules, table)
  const { ruleset } = Ruleset.from(translated, table, policyOf(semantics))
  if (!ruleset) return failed('The rules cannot be written in the DSL.', 'Check the names of the plans.')
  const further = { platform: regions.platform, hyperscaler: regions.hyperscaler.flatMap(one => one.regions) }
  return { findings, translation: { rules: translated, ...proveTranslation(rules, ruleset, table, further) } }
}

function failed(message: string, hint: string): FourRulesImport {
  return { findings: [fileFinding('error', { message, hint, place: null })], translation: null }
}

const BARE = new RegExp(`^(${FOUR_RULES.map(([name]) => name).join('|')})\\s*:`, 'm')

/** Somebody may paste the properties without what stands above them. */
function withHap(text: string): string {
  return BARE.test(text) ? `hap:\n${text.replaceAll(/\r\n?/g, '\n').replaceAll(/^/gm, '  ')}` : text
}

/** Places count in what was pasted. */
function placedAsPasted(findings: readonly Finding[], text: string): readonly Finding[] {
  if (!BARE.test(text)) return findings
  return findings.map(finding => {
    const { place } = finding
    return place === null
      ? finding
      : { ...finding, place: { line: place.line - 1, column: Math.max(1, place.column - 2) } }
  })
}
