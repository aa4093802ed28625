import { loadFromTab, saveToTab } from '#components/ui/tab-storage.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { ComparedPart } from '#lib/queries/simulator/compare-rules.ts'
import { RULES_DRAFT } from '../../rules/tab-drafts.ts'

/**
 * Rule sets in search parameters: those in force, the draft of this tab, the draft of a link, or a
 * revision by number.
 */
export type RulesChoice = 'in-force' | 'draft' | 'sent' | number

/** The two compared sides: rules against other rules, or the same rules under both semantics. */
export interface ComparisonChoice {
  readonly left: RulesChoice
  readonly right: RulesChoice | 'semantics'
}

/** Parses a rule set; null for an empty or unknown text. */
function parseRulesChoice(text: string): RulesChoice | null {
  if (text === 'in-force' || text === 'draft' || text === 'sent') return text
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Parses a comparison; null when nothing is compared. */
export function parseComparison(rules: string, compared: string): ComparisonChoice | null {
  const right = compared === 'semantics' ? compared : parseRulesChoice(compared)
  return right === null ? null : { left: parseRulesChoice(rules) ?? 'in-force', right }
}

/** Describes a parameter that names no rule set; null when both are valid. */
export function describeInvalidComparison(rules: string, compared: string): string | null {
  const unread = [rules, compared].find(
    text => text !== '' && parseRulesChoice(text) === null && !(text === compared && text === 'semantics'),
  )
  if (unread === undefined) return null
  const shown = unread.length > 40 ? `${unread.slice(0, 40)}…` : unread
  const instead =
    parseComparison(rules, compared) === null ? 'nothing is compared' : 'the rules in force are used instead'
  return `The address requests a comparison with “${shown}”, which is not a rule set: ${instead}. Use the number of a revision.`
}

/** Whether both sides are equal, so that no difference is possible. */
export function hasEqualSides({ left, right }: ComparisonChoice): boolean {
  return left === right
}

/** Label of a rule set. */
export function formatRulesChoice(choice: RulesChoice): string {
  if (choice === 'in-force') return 'Rules in force'
  if (choice === 'draft') return 'Your draft'
  if (choice === 'sent') return 'Draft from the link'
  return choice === 0 ? 'Before revision 1' : `Revision ${choice}`
}

const SEMANTICS_LABELS = { documented: 'Documented', keb: 'KEB' } as const

const OTHER_SEMANTICS = { documented: 'keb', keb: 'documented' } as const satisfies Record<Semantics, Semantics>

/** Column headers of the two sides. */
export function sideNames({ left, right }: ComparisonChoice, semantics: Semantics): readonly [string, string] {
  if (right !== 'semantics') return [formatRulesChoice(left), formatRulesChoice(right)]
  return [SEMANTICS_LABELS[semantics], SEMANTICS_LABELS[OTHER_SEMANTICS[semantics]]]
}

/** Returns the semantics of the right side. */
export function rightSemantics({ right }: ComparisonChoice, semantics: Semantics): Semantics {
  return right === 'semantics' ? OTHER_SEMANTICS[semantics] : semantics
}

/** Labels of the compared parts. */
export const PART_LABELS: Readonly<Record<ComparedPart, string>> = {
  rule: 'Rule',
  selector: 'Selector',
  pool: 'Pool',
  outcome: 'Outcome',
  account: 'Account',
}

/** Joins parts: `rule, pool`. */
export function formatParts(parts: readonly ComparedPart[]): string {
  return parts.map(part => PART_LABELS[part].toLowerCase()).join(', ')
}

/** Drafts in this tab: the person's own, and one from a link; null if absent. */
export interface DraftTexts {
  readonly draft: string | null
  readonly sent: string | null
}

export const NO_DRAFTS: DraftTexts = { draft: null, sent: null }

export function getDraftTexts(person: string): DraftTexts {
  return { draft: RULES_DRAFT.get(person)?.text ?? null, sent: getSentDraft() }
}

/** The draft of a link survives a reload in its tab and never replaces the person's own draft. */
const STORED_AS = 'hap-sent-draft'

function getSentDraft(): string | null {
  const stored = loadFromTab(STORED_AS)
  return typeof stored === 'string' ? stored : null
}

export function saveSentDraft(text: string): void {
  saveToTab(STORED_AS, text)
}
