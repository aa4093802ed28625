import { planTable } from '#lib/hap/plans/plan.ts'
import { FOUR_RULES, parseFourRules, proveTranslation, translateFourRules } from '#lib/hap/rules/four-rules.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { buildFileFinding, type Finding, listFindings } from '#lib/rules-file/check-rules-file.ts'
import { readRulesFile } from '#lib/rules-file/read-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { KnownPlans } from './evaluation/checked-draft.ts'

/** The result of importing the four properties. */
export interface FourRulesImport {
  readonly findings: readonly Finding[]
  /** The translated rules with the proof; null while the properties have errors. */
  readonly translation: {
    readonly rules: readonly string[]
    readonly compared: number
    readonly differing: readonly string[]
  } | null
}

export type FourRulesContext = KnownPlans & Pick<RulesDetail, 'regions'>

/**
 * Parses the four properties as pasted, with or without the key `hap`, validates and translates
 * them, and compares both forms on every combination of known and named plans and regions. Never
 * throws.
 */
export function readFourRules(
  text: string,
  { plans, requiredPlans, semantics, regions }: FourRulesContext,
): FourRulesImport {
  const read = readRulesFile(new TextEncoder().encode(addHapKey(text)))
  if ('problems' in read) return { findings: shiftPlaces(listFindings(read, []), text), translation: null }
  const { source } = read.file
  if (source.kind !== 'four-rules') return failImport('These are rules of the DSL already.', 'Open them in the editor.')
  const table = planTable(plans, requiredPlans)
  const { rules, diagnostics } = parseFourRules(source.texts, table)
  const findings = shiftPlaces(listFindings(read, diagnostics), text)
  if (!rules || findings.some(({ severity }) => severity === 'error')) return { findings, translation: null }
  const translated = translateFourRules(rules, table)
  const { ruleset } = Ruleset.from(translated, table, policyOf(semantics))
  if (!ruleset) return failImport('The rules cannot be written in the DSL.', 'Check the names of the plans.')
  const further = { platform: regions.platform, hyperscaler: regions.hyperscaler.flatMap(one => one.regions) }
  return { findings, translation: { rules: translated, ...proveTranslation(rules, ruleset, table, further) } }
}

function failImport(message: string, hint: string): FourRulesImport {
  return { findings: [buildFileFinding('error', { message, hint, place: null })], translation: null }
}

const BARE = new RegExp(`^(${FOUR_RULES.map(([name]) => name).join('|')})\\s*:`, 'm')

/** Properties may be pasted without the key above them. */
function addHapKey(text: string): string {
  return BARE.test(text) ? `hap:\n${text.replaceAll(/\r\n?/g, '\n').replaceAll(/^/gm, '  ')}` : text
}

/** Moves positions back into the pasted text. */
function shiftPlaces(findings: readonly Finding[], text: string): readonly Finding[] {
  if (!BARE.test(text)) return findings
  return findings.map(finding => {
    const { place } = finding
    return place === null
      ? finding
      : { ...finding, place: { line: place.line - 1, column: Math.max(1, place.column - 2) } }
  })
}
