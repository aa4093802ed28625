import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import type { CheckedRules, Finding } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'

/** What the rules in force know about plans and semantics; a draft is checked against it. */
export type KnownPlans = Pick<RulesDetail, 'plans' | 'requiredPlans' | 'semantics'>

/** A text to check. `id` names the text in later questions about it. */
export interface DraftToCheck {
  readonly id: string
  readonly text: string
  readonly known: KnownPlans
}

/** More findings are counted, and told as those before them are mended. */
const MOST_TOLD = 500

/** What the page knows of a draft that was checked. It can be handed from one thread to another. */
export interface CheckedDraft {
  /** Names what was checked in further questions; see Questions. */
  readonly id: string
  /** What was checked: the draft may have gone on. */
  readonly text: string
  /** Whether the rules may be put in force. */
  readonly valid: boolean
  /** In which form the rules stand in it, and where; null for a text that cannot be read. */
  readonly source: Pick<RuleSource, 'kind' | 'path'> | null
  /** The rules of a list as it has them. */
  readonly rules: PackedTexts
  /** Line and column of each rule of a list, both from 1, one after the other. */
  readonly places: Uint32Array
  /** The first of what was found, in the order of the engine. */
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
}

/** What is told of a check. */
export function checkedDraft(id: string, text: string, { read, ruleset, findings }: CheckedRules): CheckedDraft {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const source = 'file' in read ? read.file.source : null
  return {
    id,
    text,
    valid: ruleset !== null,
    source: source && { kind: source.kind, path: source.path },
    rules: packedTexts(source?.kind === 'list' ? source.texts : []),
    places: placesOf(read),
    findings: findings.slice(0, MOST_TOLD),
    errors,
    warnings: findings.length - errors,
  }
}

function placesOf(read: CheckedRules['read']): Uint32Array {
  if (!('file' in read) || read.file.source.kind !== 'list') return new Uint32Array()
  const { source, placeOf } = read.file
  const places = new Uint32Array(source.texts.length * 2)
  for (const rule of source.texts.keys()) {
    const { line, column } = placeOf(rule, 0)
    places.set([line, column], rule * 2)
  }
  return places
}

/** Many texts as one: of thousands, reading each out of a message takes longer than all the rest of it. */
interface PackedTexts {
  readonly all: string
  /** Where each ends. */
  readonly ends: Uint32Array
}

export function packedTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, { length }] of texts.entries()) {
    end += length
    ends[place] = end
  }
  return { all: texts.join(''), ends }
}

/** Undefined where there is none. */
export function textAt({ all, ends }: PackedTexts, place: number): string | undefined {
  const end = ends[place]
  return end === undefined ? undefined : all.slice(ends[place - 1] ?? 0, end)
}

/** The rule at a line and column of a checked draft, both from 1; null where there is none. */
export function ruleAt({ places }: Pick<CheckedDraft, 'places'>, line: number, column: number): number | null {
  let found: number | null = null
  for (let at = 0; at < places.length; at += 2) {
    if (places[at] !== line) continue
    // Of several rules on a line the last that begins before the column, else the first.
    if (found === null || (places[at + 1] ?? 0) <= column) found = at / 2
  }
  return found
}
