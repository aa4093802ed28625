import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import type { CheckedRules } from '#lib/rules-file/check-rules-file.ts'
import type { Finding } from '#lib/rules-file/finding.ts'
import { type PackedTexts, packedTexts } from './packed-texts.ts'

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
