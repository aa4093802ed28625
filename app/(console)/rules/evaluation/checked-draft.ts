import { planTable } from '#lib/hap/plans/plan.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile, type Finding } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'

/** What the rules in force know about plans and semantics; a draft is checked against it. */
export type KnownPlans = Pick<RulesDetail, 'plans' | 'requiredPlans' | 'semantics'>

/** A text to check. `id` names the text in later questions about it. */
export interface DraftToCheck {
  readonly id: string
  readonly text: string
  readonly known: KnownPlans
}

/** Findings that a check returns; further ones are only counted. */
const MAX_FINDINGS = 500

/** The result of a check. Structured cloning copies it between threads. */
export interface CheckedDraft {
  /** Names the checked text in later questions; see Questions. */
  readonly id: string
  /** The checked text; the draft may have changed since. */
  readonly text: string
  /** Whether the rules may be published. */
  readonly valid: boolean
  /** Form and path of the rules in the document; null for an unreadable text. */
  readonly source: Pick<RuleSource, 'kind' | 'path'> | null
  /** The texts of a rule list; empty for the four properties. */
  readonly rules: PackedTexts
  /** Line and column of each rule, both from 1, as alternating values. */
  readonly positions: Uint32Array
  /** The first findings, in the engine's order. */
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
}

/** Builds the result of a check from the parsed file. */
export function buildCheckedDraft(id: string, text: string, { read, ruleset, findings }: CheckedRules): CheckedDraft {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const source = 'file' in read ? read.file.source : null
  return {
    id,
    text,
    valid: ruleset !== null,
    source: source && { kind: source.kind, path: source.path },
    rules: packTexts(source?.kind === 'list' ? source.texts : []),
    positions: packPositions(read),
    findings: findings.slice(0, MAX_FINDINGS),
    errors,
    warnings: findings.length - errors,
  }
}

function packPositions(read: CheckedRules['read']): Uint32Array {
  if (!('file' in read) || read.file.source.kind !== 'list') return new Uint32Array()
  const { source, placeOf } = read.file
  const places = new Uint32Array(source.texts.length * 2)
  for (const rule of source.texts.keys()) {
    const { line, column } = placeOf(rule, 0)
    places.set([line, column], rule * 2)
  }
  return places
}

/**
 * Texts joined to one string: cloning thousands of strings separately takes longer than the rest of
 * the message.
 */
interface PackedTexts {
  readonly all: string
  /** Offset after each text. */
  readonly ends: Uint32Array
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, { length }] of texts.entries()) {
    end += length
    ends[index] = end
  }
  return { all: texts.join(''), ends }
}

/** Returns the text at an index; undefined beyond the end. */
export function unpackText({ all, ends }: PackedTexts, index: number): string | undefined {
  const end = ends[index]
  return end === undefined ? undefined : all.slice(ends[index - 1] ?? 0, end)
}

/** Returns the index of the rule at a line and column, both from 1; null outside a rule. */
export function findRuleAt(
  { positions }: Pick<CheckedDraft, 'positions'>,
  line: number,
  column: number,
): number | null {
  let found: number | null = null
  for (let at = 0; at < positions.length; at += 2) {
    if (positions[at] !== line) continue
    // Of several rules on one line, the last one that begins before the column wins, else the
    // first.
    if (found === null || (positions[at + 1] ?? 0) <= column) found = at / 2
  }
  return found
}

/** Parses a draft and validates it against the plans in force. Never throws. */
export function checkDraft(text: string, { plans, requiredPlans, semantics }: KnownPlans): CheckedRules {
  const table = planTable(plans, requiredPlans)
  return checkRulesFile(new TextEncoder().encode(text), table, policyOf(semantics))
}

/**
 * The page checks a shorter text in a fraction of a frame, faster than the worker could answer;
 * measured with worst-case texts.
 */
const MAX_SHORT_LENGTH = 12_000
const MAX_SHORT_LINES = 400

/**
 * Checks a short draft on the page's thread. Returns null for a draft that may take longer than a
 * frame.
 */
export function checkShortDraft({ id, text, known }: DraftToCheck): CheckedDraft | null {
  if (text.length > MAX_SHORT_LENGTH || text.split('\n', MAX_SHORT_LINES + 1).length > MAX_SHORT_LINES) return null
  return buildCheckedDraft(id, text, checkDraft(text, known))
}
