import type { Semantics } from '#lib/hap/semantics.ts'

/** Rules as a link names them: those in force, the draft of the tab, the one that came with a link, or a revision by its number. */
export type RulesChoice = 'in-force' | 'draft' | 'sent' | number

/** What is held against what: the same rules under the other semantics, or other rules. */
export interface ComparisonChoice {
  readonly left: RulesChoice
  readonly right: RulesChoice | 'semantics'
}

/** Rules from a parameter of the address; null for none, and for any other text. */
function rulesChoiceFrom(text: string): RulesChoice | null {
  if (text === 'in-force' || text === 'draft' || text === 'sent') return text
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** A comparison from the two parameters of the address; null where nothing is compared. */
export function comparisonFrom(rules: string, compared: string): ComparisonChoice | null {
  const right = compared === 'semantics' ? compared : rulesChoiceFrom(compared)
  return right === null ? null : { left: rulesChoiceFrom(rules) ?? 'in-force', right }
}

/** What the two parameters say that names no rules, as a sentence; null where both can be read. */
export function unreadComparison(rules: string, compared: string): string | null {
  const unread = [rules, compared].find(
    text => text !== '' && rulesChoiceFrom(text) === null && !(text === compared && text === 'semantics'),
  )
  if (unread === undefined) return null
  const shown = unread.length > 40 ? `${unread.slice(0, 40)}…` : unread
  const instead = comparisonFrom(rules, compared) === null ? 'nothing is compared' : 'the rules in force stand there'
  return `The address asks to compare with “${shown}”, which names no rules: ${instead}. A revision is named by its number.`
}

/** Whether both sides are the same, so that nothing can differ. */
export function isSameSide({ left, right }: ComparisonChoice): boolean {
  return left === right
}

/** Rules in words, as a fragment. */
export function rulesWords(choice: RulesChoice): string {
  if (choice === 'in-force') return 'Rules in force'
  if (choice === 'draft') return 'Your draft'
  if (choice === 'sent') return 'Draft of the link'
  return choice === 0 ? 'Before revision 1' : `Revision ${choice}`
}

const SEMANTICS_WORDS = { documented: 'Documented', keb: 'KEB' } as const

const OTHER = { documented: 'keb', keb: 'documented' } as const satisfies Record<Semantics, Semantics>

/** Heads of the two sides: what they differ in, and nothing else. */
export function sideNames({ left, right }: ComparisonChoice, semantics: Semantics): readonly [string, string] {
  if (right !== 'semantics') return [rulesWords(left), rulesWords(right)]
  return [SEMANTICS_WORDS[semantics], SEMANTICS_WORDS[OTHER[semantics]]]
}

/** The semantics of the right side. */
export function rightSemantics({ right }: ComparisonChoice, semantics: Semantics): Semantics {
  return right === 'semantics' ? OTHER[semantics] : semantics
}
